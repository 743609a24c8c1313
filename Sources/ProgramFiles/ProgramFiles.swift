import Foundation

/// The files that the program needs and that are not part of its executable: templates, scripts, languages and the
/// browser extension.
///
/// They are looked for beside the running program, never at the path where it was built: an installed program must
/// not read what somebody else can put there.
public enum ProgramFiles {
  /// Returns the folder of one room's files. If there is none, it returns the place where they should be, so that the
  /// error of whoever reads from it names that place.
  /// - Parameter room: The room's name, as in Package.swift.
  public static func folder(of room: String) -> URL { file("latchstring_\(room).resources") }

  /// The note that an installation keeps of its build; `nil` for a program that was not installed.
  public static let build: Build? = {
    guard let note = FileManager.default.contents(atPath: file("build.json").path) else { return nil }
    return try? JSONDecoder().decode(Build.self, from: note)
  }()

  /// What a program was built from.
  public struct Build: Codable, Hashable, Sendable {
    /// The commit, in hexadecimal.
    public var commit: String
    /// The commit's day, as YYYY-MM-DD.
    public var date: String
  }

  private static func file(_ name: String) -> URL { file(name, for: program) }
  /// - Parameter program: The path of the executable, without symbolic links.
  static func file(_ name: String, for program: URL) -> URL {
    let places = places(for: program).map { $0.appending(path: name) }
    return places.first { FileManager.default.fileExists(atPath: $0.path) } ?? places[0]
  }

  /// A build puts the files beside the program. An installed program at `PREFIX/bin` has them in
  /// `PREFIX/share/latchstring`.
  private static func places(for program: URL) -> [URL] {
    let folder = program.deletingLastPathComponent()
    return [folder, folder.deletingLastPathComponent().appending(path: "share/latchstring")]
  }

  /// The running executable, read once: after an upgrade, the old program still runs, and its file is gone.
  private static let program: URL = {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return link.map { URL(filePath: $0) } ?? Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
  }()
}
