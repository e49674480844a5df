#include "core/agent/network_file.hpp"
#include "core/support/error.hpp"
#include "tests/core/agent/network_inputs.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <cstring>
#include <string>

using namespace troupe;

namespace {

bool says(const user_error& problem, const char* part) {
  return std::string{problem.what()}.find(part) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(network_file_test)

BOOST_AUTO_TEST_CASE(others_can_read_its_header) {
  network net(small_shape(), 1);
  auto file = encode_network(net, {3, 2});
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  auto header =
      nlohmann::json::parse(std::string(reinterpret_cast<const char*>(file.data()) + 8, length));
  for (const auto& named : net->named_parameters()) {
    auto entry = header.at(named.key());
    BOOST_TEST(entry.at("dtype") == "F32");
    BOOST_TEST((entry.at("shape").get<std::vector<std::int64_t>>() == named.value().sizes().vec()));
    auto begin = entry.at("data_offsets").at(0).get<std::size_t>();
    auto first = 0.f;
    std::memcpy(&first, file.data() + 8 + length + begin, sizeof first);
    BOOST_TEST(first == named.value().flatten()[0].item<float>());
  }
  BOOST_TEST(header.at("__metadata__").contains("troupe.network"));
}

BOOST_AUTO_TEST_CASE(a_network_comes_back_as_it_was) {
  for (auto torso : {torso_kind::strided, torso_kind::resnet}) {
    auto shape = small_shape();
    shape.torso = torso;
    network net(shape, 1);
    auto file = decode_network(encode_network(net, {3, 2}));
    BOOST_TEST((file.shape == shape));
    BOOST_TEST((file.scale == value_scale{3, 2}));
    auto frozen = frozen_network(file, torch::kCPU);
    torch::manual_seed(1);
    auto input = random_input(shape, 2, 2);
    auto expected = net->forward(input, net->initial_state(2));
    auto got = frozen->forward(input, net->initial_state(2));
    BOOST_TEST(torch::allclose(expected.policy_logits, got.policy_logits, 1e-4, 1e-5));
    BOOST_TEST(!got.policy_logits.requires_grad());
    auto weights = frozen->parameters();
    for (std::size_t i = 0; i < weights.size(); ++i)
      BOOST_TEST(torch::equal(weights[i], net->parameters()[i]));
  }
}

BOOST_AUTO_TEST_CASE(a_shape_goes_through_json) {
  auto shape = small_shape();
  shape.goat_mixing = goal_mixing::argmax;
  shape.torso_norm = true;
  BOOST_TEST((network_shape_from_json(to_json(shape)) == shape));
  BOOST_TEST((network_shape_from_json("{}") == network_shape{}));
}

BOOST_AUTO_TEST_CASE(what_is_no_shape_is_refused) {
  for (const auto& [text, part] : {std::pair{"[]", "not an object"},
                                   {"{\"lstm_size\": \"big\"}", "lstm_size is \"big\""},
                                   {"{\"torso\": \"round\"}", "torso is \"round\""},
                                   {"{\"lstm_size\": 0}", "lstm_size must be"},
                                   {"{\"lstm_size\": 1000000000}", "lstm_size must be"},
                                   {"{\"legs\": 2}", "does not know"}})
    BOOST_CHECK_EXCEPTION(network_shape_from_json(text), user_error,
                          [&](const user_error& problem) { return says(problem, part); });
}

BOOST_AUTO_TEST_CASE(files_that_do_not_fit_are_refused) {
  auto other_shape = small_shape();
  other_shape.lstm_size = 11;
  network net(small_shape(), 1);
  network other(other_shape, 1);
  auto file = decode_network(encode_network(other, {}));
  BOOST_CHECK_EXCEPTION(load(net, file), user_error,
                        [](const user_error& problem) { return says(problem, "another shape"); });
  auto missing = decode_network(encode_network(net, {}));
  missing.weights.tensors.pop_back();
  BOOST_CHECK_EXCEPTION(load(net, missing), user_error,
                        [](const user_error& problem) { return says(problem, "no tensor"); });
  BOOST_CHECK_EXCEPTION(decode_network(encode_safetensors({})), user_error,
                        [](const user_error& problem) { return says(problem, "no network"); });
}

BOOST_AUTO_TEST_CASE(devices_are_named) {
  BOOST_TEST(device_named("cpu").is_cpu());
  for (const auto* name : {"tpu9", "", "xpu", "cuda:99"})
    BOOST_CHECK_THROW(device_named(name), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
