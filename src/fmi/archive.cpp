#include "fmi/archive.hpp"

#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::fmi {

namespace {

struct CloseZip {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseEntry {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using Zip = std::unique_ptr<zip_t, CloseZip>;

/// Whether the entry stays inside the folder it is unpacked to.
bool is_inside(const std::string& name) {
  if (name.empty() || name.front() == '/' || name.find('\\') != std::string::npos ||
      name.find('\0') != std::string::npos || (name.size() > 1 && name[1] == ':'))
    return false;
  std::size_t begin = 0;
  while (begin <= name.size()) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    if (name.compare(begin, end - begin, "..") == 0) return false;
    begin = end + 1;
  }
  return true;
}

class Archive {
 public:
  Archive(const std::string& path, const ArchiveLimits& limits) : path_(path), limits_(limits) {}

  bool open() {
    std::error_code unknown;
    if (std::filesystem::is_directory(path_, unknown)) return fail(Code::E1201, "it is a folder, not an FMU");
    if (!std::filesystem::is_regular_file(path_, unknown)) return fail(Code::E1201, "there is no such file");
    int reason = 0;
    // no ZIP_CHECKCONS: it refuses what libarchive (and so CMake, which packs many FMUs) writes; sizes are held against
    // what is read, and libzip itself compares checksums
    zip_.reset(zip_open(path_.c_str(), ZIP_RDONLY, &reason));
    if (!zip_) {
      zip_error_t error;
      zip_error_init_with_code(&error, reason);
      const std::string text = zip_error_strerror(&error);
      zip_error_fini(&error);
      return fail(Code::E1201, "it is no zip file that can be read (" + text + ")");
    }
    return true;
  }

  /// All entries are looked at before one is unpacked.
  bool check() {
    const zip_int64_t count = zip_get_num_entries(zip_.get(), 0);
    if (count < 0 || static_cast<std::uint64_t>(count) > limits_.entries)
      return fail(Code::E1202, "it has " + std::to_string(count) + " entries");
    std::uint64_t total = 0;
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
      zip_stat_t entry;
      if (zip_stat_index(zip_.get(), i, 0, &entry) != 0 || (entry.valid & ZIP_STAT_NAME) == 0 ||
          (entry.valid & ZIP_STAT_SIZE) == 0 || (entry.valid & ZIP_STAT_COMP_SIZE) == 0)
        return fail(Code::E1201, "entry " + std::to_string(i + 1) + " cannot be read");
      const std::string name = entry.name;
      if (!is_inside(name)) return fail(Code::E1202, "the entry '" + printable(name) + "' would be unpacked elsewhere");
      if (is_link(i)) return fail(Code::E1202, "the entry '" + printable(name) + "' is a symbolic link");
      if (entry.size > limits_.entry_bytes || (total += entry.size) > limits_.total_bytes)
        return fail(Code::E1202, "unpacked it has more than " + std::to_string(total >> 20) + " MiB");
      if (entry.size > limits_.ratio_counts_above &&
          static_cast<double>(entry.size) >
              limits_.ratio * static_cast<double>(std::max<zip_uint64_t>(entry.comp_size, 1)))
        return fail(Code::E1202, "the entry '" + printable(name) + "' is " +
                                     rounded(static_cast<double>(entry.size) /
                                                 static_cast<double>(std::max<zip_uint64_t>(entry.comp_size, 1)),
                                             3) +
                                     " times as large unpacked as packed");
      names_.push_back(name);
      sizes_.push_back(entry.size);
    }
    return true;
  }

  /// Calls `take(bytes, count)` for one piece after the other; more than the size that was told is an error.
  template <class Take>
  bool read(std::size_t index, const Take& take) {
    const std::unique_ptr<zip_file_t, CloseEntry> file(zip_fopen_index(zip_.get(), index, 0));
    if (!file)
      return fail(Code::E1201, "'" + printable(names_[index]) + "' cannot be read (" + zip_strerror(zip_.get()) + ")");
    std::vector<char> buffer(1 << 16);
    std::uint64_t total = 0;
    for (;;) {
      const zip_int64_t got = zip_fread(file.get(), buffer.data(), buffer.size());
      if (got == 0) break;
      if (got < 0)
        return fail(Code::E1201,
                    "'" + printable(names_[index]) + "' is damaged (" + zip_file_strerror(file.get()) + ")");
      total += static_cast<std::uint64_t>(got);
      if (total > sizes_[index]) return fail(Code::E1202, "'" + printable(names_[index]) + "' is larger than it says");
      if (!take(buffer.data(), static_cast<std::size_t>(got))) return false;
    }
    if (total != sizes_[index]) return fail(Code::E1201, "'" + printable(names_[index]) + "' ends early");
    return true;
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  bool fail(Code code, const std::string& text) {
    diagnostics_.error(code, {}, path_ + ": " + text);
    return false;
  }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  bool is_link(zip_uint64_t index) {
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    if (zip_file_get_external_attributes(zip_.get(), index, 0, &system, &attributes) != 0) return false;
    return system == ZIP_OPSYS_UNIX && S_ISLNK(attributes >> 16);
  }

  std::string path_;
  const ArchiveLimits& limits_;
  Zip zip_;
  std::vector<std::string> names_;
  std::vector<std::uint64_t> sizes_;
  Diagnostics diagnostics_;
};

std::shared_ptr<const UnpackedFmu> make_folder(Archive& archive) {
  std::error_code failed;
  std::string name = (std::filesystem::temp_directory_path(failed) / "sunder-fmu-XXXXXX").string();
  if (failed || mkdtemp(name.data()) == nullptr) {
    archive.fail(Code::E1203, "no folder to unpack it to could be made (" + name + ")");
    return nullptr;
  }
  return std::make_shared<const UnpackedFmu>(name);
}

}  // namespace

UnpackedFmu::~UnpackedFmu() {
  std::error_code failed;  // nobody could do anything about it
  std::filesystem::remove_all(folder_, failed);
}

Outcome<std::string> read_description_text(const std::string& path, const ArchiveLimits& limits) {
  Archive archive(path, limits);
  if (!archive.open() || !archive.check()) return Outcome<std::string>(std::move(archive.diagnostics()));
  const auto found = std::ranges::find(archive.names(), "modelDescription.xml");
  if (found == archive.names().end()) {
    archive.fail(Code::E1201, "it has no modelDescription.xml: it is no FMU");
    return Outcome<std::string>(std::move(archive.diagnostics()));
  }
  std::string text;
  if (!archive.read(static_cast<std::size_t>(found - archive.names().begin()),
                    [&](const char* bytes, std::size_t count) {
                      text.append(bytes, count);
                      return true;
                    }))
    return Outcome<std::string>(std::move(archive.diagnostics()));
  return text;
}

Outcome<std::shared_ptr<const UnpackedFmu>> unpack(const std::string& path, const ArchiveLimits& limits) {
  using Result = Outcome<std::shared_ptr<const UnpackedFmu>>;
  Archive archive(path, limits);
  if (!archive.open() || !archive.check()) return Result(std::move(archive.diagnostics()));
  const std::shared_ptr<const UnpackedFmu> fmu = make_folder(archive);
  if (!fmu) return Result(std::move(archive.diagnostics()));
  for (std::size_t i = 0; i < archive.names().size(); ++i) {
    const std::string& name = archive.names()[i];
    if (name.starts_with("documentation/")) continue;
    const std::filesystem::path target = fmu->folder() / name;
    std::error_code failed;
    std::filesystem::create_directories(name.ends_with('/') ? target : target.parent_path(), failed);
    if (!failed && name.ends_with('/')) continue;
    std::ofstream file;
    if (!failed) file.open(target, std::ios::binary | std::ios::trunc);
    const auto write = [&](const char* bytes, std::size_t count) {
      file.write(bytes, static_cast<std::streamsize>(count));
      return file.good() ||
             archive.fail(Code::E1203, "'" + printable(name) + "' cannot be unpacked: is the disk full?");
    };
    if (failed || !file) {
      archive.fail(Code::E1203, "'" + printable(name) + "' cannot be unpacked to " + fmu->folder().string());
      return Result(std::move(archive.diagnostics()));
    }
    if (!archive.read(i, write)) return Result(std::move(archive.diagnostics()));
    file.close();
    if (file.fail()) {
      archive.fail(Code::E1203, "'" + printable(name) + "' cannot be unpacked: is the disk full?");
      return Result(std::move(archive.diagnostics()));
    }
  }
  return fmu;
}

bool write_archive(const std::string& path, const std::vector<ArchiveEntry>& entries, Diagnostics& diagnostics) {
  constexpr std::time_t no_date = 315532800;  // the first that zip files know
  const auto fail = [&](const std::string& why) {
    diagnostics.error(Code::E0003, {}, path + ": the file cannot be written (" + why + ")");
    return false;
  };
  int reason = 0;
  Zip zip(zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &reason));
  if (!zip) {
    zip_error_t error;
    zip_error_init_with_code(&error, reason);
    const std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    return fail(text);
  }
  for (const ArchiveEntry& entry : entries) {
    zip_source_t* source = zip_source_buffer(zip.get(), entry.content.data(), entry.content.size(), 0);
    const zip_int64_t index =
        source == nullptr ? -1 : zip_file_add(zip.get(), entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      return fail(zip_strerror(zip.get()));
    }
    zip_file_set_mtime(zip.get(), static_cast<zip_uint64_t>(index), no_date, 0);
  }
  if (zip_close(zip.get()) != 0) return fail(zip_strerror(zip.get()));
  static_cast<void>(zip.release());  // closed
  return true;
}

}  // namespace sunder::fmi
