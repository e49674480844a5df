#include "config/agent.hpp"

namespace troupe {

network_shape network_shape_of(const settings& values) {
  const auto& from = values.network;
  network_shape shape;
  shape.picture_height = static_cast<int>(values.episode.picture_height);
  shape.picture_width = static_cast<int>(values.episode.picture_width);
  shape.torso = from.torso == "resnet" ? torso_kind::resnet : torso_kind::strided;
  shape.torso_channels = from.torso_channels;
  shape.torso_blocks = from.torso_blocks;
  shape.torso_output = from.torso_output;
  shape.torso_norm = from.torso_norm;
  shape.lstm_layers = from.lstm_layers;
  shape.lstm_size = from.lstm_size;
  shape.predicate_embedding = from.predicate_embedding;
  shape.atom_mlp = from.atom_mlp;
  shape.option_mlp = from.option_mlp;
  shape.goal_embedding = from.goal_embedding;
  shape.atom_predictor = from.atom_predictor;
  shape.goat = from.goat;
  shape.goat_upscale = from.goat_upscale;
  shape.goat_features = from.goat_features;
  shape.goat_norm = from.goat_norm;
  shape.attention_heads = from.attention_heads;
  shape.attention_key = from.attention_key;
  shape.attention_value = from.attention_value;
  shape.goat_mixing = from.goat_mixing == "softmax" ? goal_mixing::softmax : goal_mixing::argmax;
  shape.goat_temperature = from.goat_temperature;
  shape.goat_value_hidden = from.goat_value_hidden;
  shape.policy_hidden = from.policy_hidden;
  shape.value_hidden = from.value_hidden;
  shape.popart_hidden = from.popart_hidden;
  return shape;
}

hyperparameters hyperparameters_of(const settings& values) {
  const auto& from = values.learning;
  hyperparameters how;
  how.evolving.learning_rate = from.learning_rate;
  how.evolving.epsilon_alpha = from.epsilon_alpha;
  how.discount = from.discount;
  how.return_lambda = from.return_lambda;
  how.baseline_cost = from.baseline_cost;
  how.target_update_period = from.target_update_period;
  how.epsilon_temp = from.epsilon_temp;
  how.init_alpha = from.init_alpha;
  how.init_temp = from.init_temp;
  how.top_k_fraction = from.top_k_fraction;
  how.dual_learning_rate = from.dual_learning_rate;
  how.entropy_cost = from.entropy_cost;
  how.max_gradient_norm = from.max_gradient_norm;
  how.popart_step = from.popart_step;
  return how;
}

} // namespace troupe
