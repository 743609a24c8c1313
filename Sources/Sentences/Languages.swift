import Foundation

/// The languages that this program speaks: English, and those that have a file in the folder `Languages`.
public enum Languages {
  /// English stands first; the others are in the order of their tags.
  public static let all = [.english] + catalogues(in: folder)

  /// The program's own folder.
  static var folder: URL { Bundle.module.bundleURL.appending(path: "Languages") }

  /// The catalogues of a folder, by the tags that name their files. English stands in the code and needs none; and a
  /// file that cannot be read is left out, so that its readers have English and not half of their language.
  static func catalogues(in folder: URL) -> [Catalogue] {
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    let languages = files.filter { $0.pathExtension == "json" && $0.deletingPathExtension().lastPathComponent != "en" }
    return languages.compactMap { try? Catalogue(file: $0) }.sorted { $0.language < $1.language }
  }

  /// The catalogue of the language that fits best, or English.
  ///
  /// - Parameter wanted: Tags of languages, the best one first.
  public static func catalogue(for wanted: [String], among catalogues: [Catalogue] = all) -> Catalogue {
    let best = best(for: wanted, among: catalogues.map(\.language))
    return catalogues.first { $0.language == best } ?? .english
  }

  /// Looks up a language as RFC 4647 §3.4 has it: each wanted tag in turn, without subtags from the right until one of
  /// the languages has that name. A single letter, which begins an extension, goes together with what it begins.
  ///
  /// - Parameter wanted: Tags of languages, the best one first. `*` stands for any, and so chooses none.
  public static func best(for wanted: [String], among languages: [String]) -> String? {
    for tag in wanted {
      var subtags = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)[...]
      while !subtags.isEmpty {
        let name = subtags.joined(separator: "-")
        if let found = languages.first(where: { $0.lowercased() == name }) { return found }
        subtags.removeLast()
        while subtags.last?.count == 1 { subtags.removeLast() }
      }
    }
    return nil
  }

  /// The language of a terminal's messages: `LC_ALL`, else `LC_MESSAGES`, else `LANG` (POSIX.1-2024 XBD 8.2). An empty
  /// variable counts as unset.
  ///
  /// - Returns: Tags of languages; none in the locale `C`, which has no language.
  public static func wanted(in environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = locale.prefix { $0 != "." && $0 != "@" }
    return ["", "C", "POSIX"].contains(name) ? [] : [String(name.replacing("_", with: "-"))]
  }
}
