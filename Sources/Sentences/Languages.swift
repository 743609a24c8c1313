import Foundation
import ProgramFiles

/// The languages that this program supports: English, and those with a file in the folder `Languages`.
public enum Languages {
  /// The catalogues of all languages. English comes first; the others are sorted by tag.
  public static let all = [.english] + catalogues(in: folder)

  /// The folder of translations that is bundled with the program.
  static var folder: URL { ProgramFiles.folder(of: "Sentences").appending(path: "Languages") }

  /// Returns the catalogues in a folder, by the tags in their file names. English is in the code and needs no file. An
  /// unreadable file is left out, so that its readers get English instead of half of their language.
  static func catalogues(in folder: URL) -> [Catalogue] {
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    let languages = files.filter { $0.pathExtension == "json" && $0.deletingPathExtension().lastPathComponent != "en" }
    return languages.compactMap { try? Catalogue(file: $0) }.sorted { $0.language < $1.language }
  }

  /// Returns the catalogue of the best-matching language, or English.
  ///
  /// - Parameters:
  ///   - wanted: Language tags in order of preference.
  ///   - catalogues: The catalogues to choose from, English among them.
  public static func catalogue(for wanted: [String], among catalogues: [Catalogue] = all) -> Catalogue {
    let best = best(for: wanted, among: catalogues.map(\.language))
    return catalogues.first { $0.language == best } ?? .english
  }

  /// Looks up a language as in RFC 4647 §3.4: tries each wanted tag in turn, removing subtags from the right until one
  /// of the languages matches. A single letter, which begins an extension, is removed together with what follows it.
  ///
  /// - Parameter wanted: Language tags in order of preference. `*` stands for any language and therefore selects none.
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

  /// Returns the language of a terminal's messages: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set
  /// (POSIX.1-2024 XBD 8.2). An empty variable is treated as unset.
  ///
  /// - Returns: Language tags; none in the locale `C`, which has no language.
  public static func wanted(in environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = locale.prefix { $0 != "." && $0 != "@" }
    return ["", "C", "POSIX"].contains(name) ? [] : [String(name.replacing("_", with: "-"))]
  }
}
