import Foundation
import HTTPTypes
import Hummingbird
import Model
import ProgramFiles
import Sentences

/// Renders pages from the templates, in the reader's language. The templates escape every value.
public struct Pages: Sendable {
  private let english: TranslatedPages
  private let translated: [String: TranslatedPages]
  private let isDemo: Bool
  /// Tells one run of the demo from the next, in a tab that has seen both.
  private let demoRun = UUID().uuidString
  private let isHome: Bool
  private let hands: String?
  private let areHandsGone: @Sendable () -> Bool
  /// The files that the pages name.
  let files: StaticFiles

  /// - Throws: The error of a malformed template or script.
  public init(
    isDemo: Bool, isHome: Bool = false, hands: String? = nil,
    areHandsGone: @escaping @Sendable () -> Bool = { false }, catalogues: [Catalogue] = []
  ) async throws {
    let files = try StaticFiles.all(isDemo: isDemo)
    self.files = files
    english = try TranslatedPages(.english, naming: files)
    translated = try catalogues.filter { $0.language != Catalogue.english.language }
      .reduce(into: [:]) { $0[$1.language] = try TranslatedPages($1, naming: files) }
    self.isDemo = isDemo
    self.isHome = isHome
    self.hands = hands
    self.areHandsGone = areHandsGone
  }

  /// Returns the path of a folder of this module's files.
  static func folder(_ name: String) -> String { ProgramFiles.folder(of: "WebSurface").appending(path: name).path }

  func draw(_ template: String, _ view: [String: Any]) throws -> String {
    let language = Catalogue.current.language, pages = translated[language]
    var view = view
    view["product"] = Product.name
    view["voice"] = Product.voice
    view["demo"] = isDemo
    view["demoRun"] = demoRun
    if isHome { view["isHome"] = true }
    view["hands"] = hands
    if !areHandsGone() { view["handsAddress"] = hands }
    view["language"] = pages == nil ? Catalogue.english.language : language
    view["isTranslated"] = pages != nil
    view["scriptSentences"] = pages?.scriptSentences
    guard let text = (pages ?? english).library.render(view, withTemplate: template) else {
      throw HTTPError(.internalServerError)
    }
    return text
  }

  func html(_ template: String, _ view: [String: Any], status: HTTPResponse.Status = .ok) throws -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: try draw(template, view))))
  }
}
