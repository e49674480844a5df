#include "messages/conversion.hpp"

#include "core/game/goal_codec.hpp"
#include "messages/text.hpp"

#include <cstring>
#include <stdexcept>

namespace troupe {

namespace {

/// Room for an observation's nested structs and the goal's matrices.
constexpr std::size_t observation_overhead = 320;

template <class T>
void copy_in(capnp::Data::Reader source, T& table) {
  std::memcpy(&table, source.begin(), sizeof(table));
}

kj::ArrayPtr<const kj::byte> bytes_of(const auto& table) {
  return {reinterpret_cast<const kj::byte*>(&table), sizeof(table)};
}

} // namespace

// -- actions --------------------------------------------------------------------------------------

void write(const action_message& value, schema::Action::Builder builder) {
  builder.setEnvironment(value.when.environment);
  builder.setEpisode(value.when.episode);
  builder.setPlayer(value.when.player);
  builder.setStep(value.when.step);
  const auto& choices = value.chosen.choices;
  builder.setMoveForwardBack(choices[0]);
  builder.setMoveLeftRight(choices[1]);
  builder.setLookLeftRight(choices[2]);
  builder.setLookUpDown(choices[3]);
  builder.setGrab(choices[4]);
  builder.setUseGadget(choices[5]);
}

message<schema::Action> to_message(const action_message& value) {
  return build_message<schema::Action>(value);
}

arrival_problem from_schema(schema::Action::Reader reader, action_message& value) {
  value.when = {reader.getEnvironment(), reader.getEpisode(), reader.getPlayer(), reader.getStep()};
  value.chosen.choices = {
      reader.getMoveForwardBack(), reader.getMoveLeftRight(), reader.getLookLeftRight(),
      reader.getLookUpDown(),      reader.getGrab(),          reader.getUseGadget()};
  return is_valid(value.chosen) ? arrival_problem::none : arrival_problem::nonsense;
}

// -- goals ----------------------------------------------------------------------------------------

void write(const goal_encoding& value, schema::Goal::Builder builder) {
  builder.setMatrix(bytes_of(value.matrix));
  builder.setAtoms(bytes_of(value.atoms));
}

arrival_problem from_schema(schema::Goal::Reader reader, goal_encoding& value) {
  auto matrix = reader.getMatrix();
  auto atoms = reader.getAtoms();
  if (matrix.size() != sizeof(value.matrix) || atoms.size() != sizeof(value.atoms))
    return arrival_problem::nonsense;
  copy_in(matrix, value.matrix);
  copy_in(atoms, value.atoms);
  for (const auto& option : value.matrix)
    for (auto sign : option)
      if (sign < -1 || sign > 1)
        return arrival_problem::nonsense;
  for (const auto& atom : value.atoms)
    if (!is_atom_encoding(atom))
      return arrival_problem::nonsense;
  return arrival_problem::none;
}

// -- observations ---------------------------------------------------------------------------------

std::size_t observation_payload(std::size_t pixel_bytes) noexcept {
  return observation_overhead + pixel_bytes;
}

player_moment moment_of(schema::Observation::Reader reader) {
  return {reader.getEnvironment(), reader.getEpisode(), reader.getPlayer(), reader.getStep()};
}

std::span<std::uint8_t> write_all_but_pixels(const observation& value,
                                             schema::Observation::Builder builder) {
  builder.setEnvironment(value.when.environment);
  builder.setEpisode(value.when.episode);
  builder.setPlayer(value.when.player);
  builder.setStep(value.when.step);
  builder.setPolicySeed(value.policy_seed);
  auto body = builder.initProprioception();
  body.setAccelerationRight(value.body.acceleration[0]);
  body.setAccelerationForward(value.body.acceleration[1]);
  body.setAccelerationUp(value.body.acceleration[2]);
  body.setHandIsHolding(value.body.hand_is_holding);
  body.setHandDistance(value.body.hand_distance);
  body.setHandForce(value.body.hand_force);
  write(action_message{value.when, value.last_action}, builder.initLastAction());
  write(value.goal, builder.initGoal());
  if (value.privileged) {
    auto privileged = builder.initPrivileged();
    privileged.setReward(value.privileged->reward);
    privileged.setDiscount(value.privileged->discount);
    privileged.setFirst(value.privileged->first);
    privileged.setIntervened(value.privileged->intervened);
    unsigned truths = 0;
    for (std::size_t i = 0; i < goal_encoding::max_atoms; ++i)
      truths |= unsigned{value.privileged->atom_truths[i]} << i;
    privileged.setAtomTruths(static_cast<std::uint8_t>(truths));
  }
  if (value.picture.byte_count() == 0)
    return {};
  auto picture = builder.initPicture();
  picture.setHeight(static_cast<std::uint16_t>(value.picture.height));
  picture.setWidth(static_cast<std::uint16_t>(value.picture.width));
  auto pixels = picture.initPixels(static_cast<unsigned>(value.picture.byte_count()));
  return {pixels.begin(), pixels.size()};
}

void write(const observation& value, schema::Observation::Builder builder) {
  if (value.picture.pixels.size() * image::channels != value.picture.byte_count())
    throw std::logic_error("an observation's picture has not as many pixels as its size says");
  auto pixels = write_all_but_pixels(value, builder);
  if (!pixels.empty())
    std::memcpy(pixels.data(), value.picture.pixels.data(), pixels.size());
}

message<schema::Observation> to_message(const observation& value) {
  return build_message<schema::Observation>(value, observation_payload(value.picture.byte_count()));
}

arrival_problem from_schema(schema::Observation::Reader reader, observation& value) {
  value.when = moment_of(reader);
  value.policy_seed = reader.getPolicySeed();
  value.picture = {};
  if (reader.hasPicture()) {
    auto picture = reader.getPicture();
    auto pixels = picture.getPixels();
    value.picture.height = picture.getHeight();
    value.picture.width = picture.getWidth();
    if (pixels.size() != value.picture.byte_count())
      return arrival_problem::nonsense;
    const auto* first = reinterpret_cast<const rgb*>(pixels.begin());
    value.picture.pixels.assign(first, first + pixels.size() / sizeof(rgb));
  }
  auto body = reader.getProprioception();
  value.body.acceleration = {body.getAccelerationRight(), body.getAccelerationForward(),
                             body.getAccelerationUp()};
  value.body.hand_is_holding = body.getHandIsHolding();
  value.body.hand_distance = body.getHandDistance();
  value.body.hand_force = body.getHandForce();
  action_message last;
  if (auto problem = from_schema(reader.getLastAction(), last); problem != arrival_problem::none)
    return problem;
  value.last_action = last.chosen;
  value.goal = {};
  if (reader.hasGoal())
    if (auto problem = from_schema(reader.getGoal(), value.goal); problem != arrival_problem::none)
      return problem;
  value.privileged.reset();
  if (reader.hasPrivileged()) {
    auto privileged = reader.getPrivileged();
    value.privileged.emplace();
    value.privileged->reward = privileged.getReward();
    value.privileged->discount = privileged.getDiscount();
    value.privileged->first = privileged.getFirst();
    value.privileged->intervened = privileged.getIntervened();
    for (std::size_t i = 0; i < goal_encoding::max_atoms; ++i)
      value.privileged->atom_truths[i] = (privileged.getAtomTruths() >> i & 1) != 0;
  }
  return arrival_problem::none;
}

// -- metrics --------------------------------------------------------------------------------------

static void write(const metric_sample& value, schema::MetricSample::Builder builder) {
  builder.setName(text_of(value.name));
  builder.setKind(value.kind == metric_kind::counter ? schema::MetricSample::Kind::COUNTER
                                                     : schema::MetricSample::Kind::GAUGE);
  builder.setCount(value.summary.count);
  builder.setSum(value.summary.sum);
  builder.setMinimum(value.summary.minimum);
  builder.setMaximum(value.summary.maximum);
}

message<schema::MetricSample> to_message(const metric_sample& value) {
  return build_message<schema::MetricSample>(value, value.name.size() + 8);
}

arrival_problem from_schema(schema::MetricSample::Reader reader, metric_sample& value) {
  value.name = text_of(reader.getName());
  switch (reader.getKind()) {
  case schema::MetricSample::Kind::COUNTER:
    value.kind = metric_kind::counter;
    break;
  case schema::MetricSample::Kind::GAUGE:
    value.kind = metric_kind::gauge;
    break;
  default:
    return arrival_problem::nonsense;
  }
  value.summary = {reader.getCount(), reader.getSum(), reader.getMinimum(), reader.getMaximum()};
  return is_metric_name(value.name) ? arrival_problem::none : arrival_problem::nonsense;
}

// -- status ---------------------------------------------------------------------------------------

static void write(const status_report& value, schema::Status::Builder builder) {
  builder.setActor(text_of(value.actor));
  auto values = builder.initValues(static_cast<unsigned>(value.values.size()));
  for (unsigned i = 0; i < values.size(); ++i) {
    const auto& [name, content] = value.values[i];
    values[i].setName(text_of(name));
    if (const auto* number = std::get_if<double>(&content))
      values[i].setNumber(*number);
    else
      values[i].setText(text_of(std::get<std::string>(content)));
  }
}

message<schema::Status> to_message(const status_report& value) {
  constexpr std::size_t typical_bytes_per_value = 80;
  return build_message<schema::Status>(value, value.actor.size() + 32
                                                  + typical_bytes_per_value * value.values.size());
}

arrival_problem from_schema(schema::Status::Reader reader, status_report& value) {
  value.actor = text_of(reader.getActor());
  value.values.clear();
  for (auto entry : reader.getValues())
    switch (entry.which()) {
    case schema::Status::Value::NUMBER:
      value.values.emplace_back(text_of(entry.getName()), entry.getNumber());
      break;
    case schema::Status::Value::TEXT:
      value.values.emplace_back(text_of(entry.getName()), text_of(entry.getText()));
      break;
    default: // from a newer version
      break;
    }
  return arrival_problem::none;
}

// -- policies -------------------------------------------------------------------------------------

static void write(const policy_description& value, schema::PolicyDescription::Builder builder) {
  builder.setName(text_of(value.name));
  builder.setNeedsPicture(value.needs_picture);
  builder.setNeedsState(value.needs_state);
}

message<schema::PolicyDescription> to_message(const policy_description& value) {
  return build_message<schema::PolicyDescription>(value, value.name.size() + 8);
}

arrival_problem from_schema(schema::PolicyDescription::Reader reader, policy_description& value) {
  value.name = text_of(reader.getName());
  value.needs_picture = reader.getNeedsPicture();
  value.needs_state = reader.getNeedsState();
  return value.name.empty() ? arrival_problem::nonsense : arrival_problem::none;
}

} // namespace troupe
