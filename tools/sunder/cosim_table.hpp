// The error of a distributed run over its communication step, as text and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cosimulate/error_table.hpp"
#include "output.hpp"
#include "system_session.hpp"

namespace sunder::cli {

/// "0.01:4:20"; nothing after a diagnostic.
std::optional<cosimulate::ErrorTableSettings> read_table_settings(const Arguments& arguments, SystemSession& session);

nlohmann::ordered_json error_table_json(const cosimulate::ErrorTable& table);
void print_error_table(const cosimulate::ErrorTable& table, const cosimulate::OpenSystem& system);
/// Step, error, spectral radius, verdict, growth: cells as people read them.
Table error_cells(const cosimulate::ErrorTable& table);
std::string limit_sentence(const cosimulate::ErrorTable& table);

}  // namespace sunder::cli
