import Foundation

/// Where a program is.
enum ProgramPath {
  /// Looks through the folders of `PATH`, as a shell does; a name with a slash is taken as it is.
  static func find(_ name: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    let candidates = name.contains("/") ? [name] : (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
    return candidates.first { access($0, X_OK) == 0 }
  }
}
