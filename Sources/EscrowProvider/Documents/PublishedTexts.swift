import Crypto
import Encoding
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A text that the operator publishes in several languages and forms, such as the terms or the privacy policy.
public struct PublishedTexts: Sendable {
  public struct Text: Sendable {
    /// The language, such as `en`; empty if no language is named.
    public var language: String
    /// The media type, such as `text/html`.
    public var mediaType: String
    public var bytes: [UInt8]
    public init(language: String, mediaType: String, bytes: [UInt8]) {
      self.language = language; self.mediaType = mediaType; self.bytes = bytes
    }
  }
  public var texts: [Text]
  /// A common version of all texts, so that a client notices a change in any of them.
  public let version: String

  public init(_ texts: [Text] = []) {
    self.texts = texts
    version = Hex.encode(
      Array(SHA256.hash(data: texts.flatMap { Array("\($0.language)\n\($0.mediaType)\n".utf8) + $0.bytes })).prefix(8))
  }

  /// Returns the text in an accepted form and in the first of these languages that is available in such a form. If no
  /// language matches, returns the first text in an accepted form. If no form matches, all texts are considered.
  func text(accepting accept: String, languages: String) -> Text? {
    let forms = accept.isEmpty ? ["*/*"] : Self.wishes(accept),
      wanted = Self.wishes(languages).map { $0.prefix { $0 != "-" } }
    // The preferred form comes first.
    let fitting = forms.flatMap { form in
      texts.filter {
        form == "*/*" || form == $0.mediaType || (form.hasSuffix("/*") && $0.mediaType.hasPrefix(form.dropLast()))
      }
    }
    let candidates = fitting.isEmpty ? texts : fitting
    for language in wanted {
      if let found = candidates.first(where: { $0.language == language }) { return found }
    }
    return candidates.first
  }

  func answer(to request: Request) -> Response {
    guard let text = text(accepting: request.headers[.accept] ?? "", languages: request.headers[.acceptLanguage] ?? "")
    else {
      return .text("not configured")
    }
    var headers: HTTPFields = [
      .termsVersion: version, .eTag: "\"\(version)\"", .vary: "Accept, Accept-Language",
      .contentType: text.mediaType.hasPrefix("text/") ? "\(text.mediaType); charset=utf-8" : text.mediaType,
    ]
    if !text.language.isEmpty { headers[.contentLanguage] = text.language }
    let known = request.headers[.ifNoneMatch]?.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
    guard known != version else { return Response(status: .notModified, headers: headers) }
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: text.bytes)))
  }

  /// Returns the values listed in a header field, in order of preference.
  private static func wishes(_ field: String) -> [String] {
    let entries: [(name: String, weight: Double)] = field.split(separator: ",").prefix(32).map { entry in
      let parts = entry.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return ((parts.first ?? "").lowercased(), weight)
    }
    return entries.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(
      \.element.name)
  }
}
