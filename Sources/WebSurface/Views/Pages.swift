import Foundation
import HTTPTypes
import Hummingbird
import Model
import Mustache

/// Draws pages from the templates. Every value is escaped by them.
public struct Pages: Sendable {
  private let library: MustacheLibrary
  private let isDemo: Bool
  private let isHome: Bool
  private let hands: String?

  /// - Throws: a template that does not parse.
  public init(isDemo: Bool, isHome: Bool = false, hands: String? = nil) async throws {
    library = try await MustacheLibrary(directory: Self.folder("Templates"), withExtension: "mustache")
    self.isDemo = isDemo
    self.isHome = isHome
    self.hands = hands
  }

  /// A folder of this module's files.
  static func folder(_ name: String) -> String { Bundle.module.resourceURL?.appending(path: name).path ?? name }

  func draw(_ template: String, _ view: [String: Any]) throws -> String {
    var view = view
    view["product"] = Product.name
    view["voice"] = Product.voice
    view["demo"] = isDemo
    if isHome { view["isHome"] = true }
    view["hands"] = hands
    guard let text = library.render(view, withTemplate: template) else { throw HTTPError(.internalServerError) }
    return text
  }

  func html(_ template: String, _ view: [String: Any], status: HTTPResponse.Status = .ok) throws -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"], body: .init(byteBuffer: ByteBuffer(string: try draw(template, view))))
  }
}
