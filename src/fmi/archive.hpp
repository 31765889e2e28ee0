// An FMU is a zip file from somewhere: unpacked into a folder of its own, and nothing of it outside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/outcome.hpp"

namespace sunder::fmi {

/// A file that is larger, or was packed more tightly, is no model but an attack or a mistake.
struct ArchiveLimits {
  std::uint64_t entries = 50'000;
  std::uint64_t entry_bytes = std::uint64_t{1} << 31;
  std::uint64_t total_bytes = std::uint64_t{1} << 32;
  double ratio = 1000;                         ///< of what is packed to what it was, for entries above …
  std::uint64_t ratio_counts_above = 1 << 20;  ///< … so many bytes
};

/// The folder lives as long as this.
class UnpackedFmu {
 public:
  explicit UnpackedFmu(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ~UnpackedFmu();
  UnpackedFmu(const UnpackedFmu&) = delete;
  UnpackedFmu& operator=(const UnpackedFmu&) = delete;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// The text of modelDescription.xml, without unpacking anything.
Outcome<std::string> read_description_text(const std::string& path, const ArchiveLimits& limits = {});
/// Everything but the documentation. Refused as a whole where one entry is not what it should be.
Outcome<std::shared_ptr<const UnpackedFmu>> unpack(const std::string& path, const ArchiveLimits& limits = {});

/// A file to be packed.
struct ArchiveEntry {
  std::string name;
  std::string content;
};
/// The same entries make the same bytes. False after an error.
bool write_archive(const std::string& path, const std::vector<ArchiveEntry>& entries, Diagnostics& diagnostics);

}  // namespace sunder::fmi
