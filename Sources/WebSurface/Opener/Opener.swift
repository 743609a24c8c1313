import Crypto
import Foundation
import Model
import Sentences
import Words

/// `opener.html`: one page without anything outside it, which opens a copy of a journal from a disk. It is put together
/// from the very scripts and styles that the pages use, so the same version always makes the same bytes.
public enum Opener {
  /// The file's name, as it is offered to a person.
  public static let fileName = "opener.html"

  /// Returns the page.
  /// - Throws: `OpenerError` for a script that cannot be put into the page; an error from reading the files.
  public static func page() throws -> String {
    func text(_ path: String) throws -> String { try String(contentsOfFile: Pages.folder(path), encoding: .utf8) }
    return try page(
      template: TranslatedPages.translated(text("Templates/opener.mustache"), by: .english),
      styles: styles.map { try text("Public/\($0)") }, scripts: scripts.map { ($0, try text("Public/\($0)")) },
      words: EnglishWords.all)
  }

  private static let styles = ["tokens.css", "latchstring.css", "opener.css"]
  /// The scripts, each after those that it imports.
  private static let scripts = [
    "compact.js", "wraps.js", "master-keys.js", "copies.js", "sentences.js", "words.js", "word-field.js",
    "entry-row.js", "opener.js",
  ]

  /// Puts the page together. Its policy names the hash of its script and of its styles, and allows nothing else.
  static func page(
    template: String, styles: [String], scripts: [(name: String, text: String)], words: [String]
  ) throws(OpenerError) -> String {
    let style = styles.joined(separator: "\n"), script = try ScriptBundle.text(of: scripts)
    guard !style.contains("</style"), !script.contains("</script"), !script.contains("<!--") else { throw .unfit }
    let policy = """
      default-src 'none'; script-src '\(hash(script))'; style-src '\(hash(style))'; form-action 'none'; base-uri 'none'
      """
    let values = [
      ("product", Product.name), ("policy", policy), ("styles", style), ("words", words.joined(separator: "\n")),
      ("script", script),
    ]
    return values.reduce(template) { $0.replacing("{{\($1.0)}}", with: $1.1) }
  }

  /// The source expression of a text (Content Security Policy Level 3 §2.3.1).
  private static func hash(_ text: String) -> String {
    "sha256-\(Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString())"
  }
}

/// A script or a style that cannot be put into the opener.
public enum OpenerError: Error, Hashable, Sendable {
  /// A script imports or exports in a form that is not understood.
  case module(String)
  /// A text would end its own element.
  case unfit
}
