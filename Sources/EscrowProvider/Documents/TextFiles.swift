import Foundation
import Model
import Model

/// The texts that an operator publishes as files, such as `terms.en.html` or `terms.de.txt`. The last part of the file
/// name is the form, and the part before it is the language.
public enum TextFiles {
  private static let forms = [
    "txt": "text/plain", "md": "text/markdown", "html": "text/html", "pdf": "application/pdf",
  ]

  /// Reads the texts from their files.
  ///
  /// - Parameter key: The setting that lists the files.
  /// - Throws: `ConfigurationProblem` if a file cannot be read, or its name does not state a form.
  public static func read(_ paths: [String], key: String) throws -> [PublishedTexts.Text] {
    try paths.map { path in
      let parts = URL(filePath: path).lastPathComponent.split(separator: ".").map(String.init)
      guard let form = parts.last.flatMap({ forms[$0.lowercased()] }) else {
        throw ConfigurationProblem(
          "\(key) names \(path); a text's name ends in \(forms.keys.sorted().joined(separator: ", ")).")
      }
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw ConfigurationProblem("\(key) names \(path), which cannot be read.")
      }
      let language = parts.count > 2 ? parts[parts.count - 2].lowercased() : ""
      return PublishedTexts.Text(language: language, mediaType: form, bytes: Array(bytes))
    }
  }
}
