#include "config/tasks.hpp"

#include "core/support/error.hpp"
#include "core/tasks/probe.hpp"

#include <memory>

namespace troupe {

namespace {

task_set_request request_of(const settings& values) {
  const auto& wanted = values.tasks;
  if (wanted.min_players > wanted.max_players)
    throw user_error("tasks.min_players is more than tasks.max_players");
  if (wanted.min_world_size > wanted.max_world_size)
    throw user_error("tasks.min_world_size is more than tasks.max_world_size");
  task_set_request request;
  request.world_width = request.world_height = {static_cast<int>(wanted.min_world_size),
                                                static_cast<int>(wanted.max_world_size)};
  request.object_size = {wanted.min_object_size, wanted.max_object_size};
  request.players = {static_cast<int>(wanted.min_players), static_cast<int>(wanted.max_players)};
  return request;
}

template <class Word>
Word word(const std::string& text, const char* setting) {
  auto found = from_string<Word>(text);
  if (!found)
    throw user_error(std::string{setting} + ": there is no '" + text + "'");
  return *found;
}

object_kind object_named(const std::string& text) {
  auto space = text.find(' ');
  if (space == std::string::npos)
    throw user_error("tasks.objects: '" + text + "' is not like 'yellow cube'");
  return {word<object_colour>(text.substr(0, space), "tasks.objects"),
          word<object_shape>(text.substr(space + 1), "tasks.objects")};
}

probe_request probes_of(const settings& values) {
  const auto& wanted = values.tasks;
  probe_request request;
  request.relations.clear();
  for (const auto& each : wanted.relations)
    request.relations.push_back(word<relation>(each, "tasks.relations"));
  if (request.relations.empty())
    throw user_error("tasks.relations: probes are about at least one");
  if (!wanted.objects.empty())
    request.objects.clear();
  for (const auto& each : wanted.objects)
    request.objects.push_back(object_named(each));
  auto sizes = request_of(values).world_width;
  request.worlds.width = request.worlds.height = sizes;
  request.worlds.object_size = request_of(values).object_size;
  return request;
}

bool wants_probes(const settings& values) {
  return values.tasks.source == "probes";
}

/// With the worlds of the file that a setting names. Throws `user_error` if nobody has read it, so
/// that it is not forgotten.
task_set_request with_worlds(task_set_request request, const char* setting, const std::string& file,
                             const std::vector<archived_world>& worlds) {
  if (!file.empty() && worlds.empty())
    throw user_error(std::string{setting} + ": " + file + " is not read for this");
  request.worlds = worlds;
  return request;
}

task_set_request proposals_of(const settings& values, const std::vector<archived_world>& worlds) {
  return with_worlds(request_of(values), "tasks.worlds", values.tasks.worlds, worlds);
}

grouped_task grouped(task drawn) {
  auto group = group_of(drawn);
  return {std::move(drawn), std::move(group)};
}

} // namespace

std::vector<grouped_task> draw_held_out(const settings& values, const random_stream& stream,
                                        const std::vector<archived_world>& worlds) {
  std::vector<grouped_task> tasks;
  if (wants_probes(values)) {
    auto request = probes_of(values);
    auto each = static_cast<std::size_t>(values.evaluation.held_out_tasks);
    for (std::size_t i = 0; i < each * request.relations.size(); ++i)
      tasks.push_back(grouped(draw_probe_task(
          request, request.relations[i % request.relations.size()], stream.split(i))));
    return tasks;
  }
  auto request = proposals_of(values, worlds);
  for (std::int64_t i = 0; i < values.evaluation.held_out_tasks; ++i)
    tasks.push_back(
        grouped(propose_task(request, {}, stream.split(static_cast<std::uint64_t>(i)))));
  return tasks;
}

task_set_request evaluation_request_of(const settings& values, task_split split,
                                       const std::vector<archived_world>& worlds) {
  auto request =
      with_worlds(request_of(values), "evaluation.worlds", values.evaluation.worlds, worlds);
  request.split = split;
  request.count =
      static_cast<std::size_t>(split == task_split::test ? values.evaluation.test_pairs
                                                         : values.evaluation.validation_pairs);
  request.seed = static_cast<std::uint64_t>(values.evaluation.seed);
  return request;
}

task_distribution distribution_of(const settings& values, const std::vector<grouped_task>& held_out,
                                  const std::vector<archived_world>& worlds) {
  if (wants_probes(values))
    return [request = probes_of(values)](const random_stream& stream) {
      return grouped(draw_probe_task(request, stream));
    };
  auto avoided = std::make_shared<hold_out>();
  for (const auto& each : held_out)
    avoided->add(each.played);
  // Distributions are copied, and archives are large.
  auto request = std::make_shared<const task_set_request>(proposals_of(values, worlds));
  return [request, avoided](const random_stream& stream) {
    return grouped(propose_task(*request, *avoided, stream));
  };
}

} // namespace troupe
