import HTTPConnections
import HTTPTypes
import Hummingbird
import Sentences

/// Makes all subsequent handlers use the language that the browser requests, if a catalogue for it exists.
struct ReadersLanguage: RouterMiddleware {
  typealias Context = PeerContext
  private let catalogues: [Catalogue]

  /// - Parameter catalogues: The catalogues. English, in which every sentence is written, need not be included.
  init(catalogues: [Catalogue]) {
    self.catalogues = [.english] + catalogues.filter { $0.language != Catalogue.english.language }
  }

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    guard catalogues.count > 1 else { return try await next(request, context) }
    var response = try await Catalogue.$current.withValue(wanted(by: request)) { try await next(request, context) }
    if response.says { response.headers.append(HTTPField(name: .vary, value: "Accept-Language")) }
    return response
  }

  private func wanted(by request: Request) -> Catalogue {
    Languages.catalogue(for: AcceptLanguage(request.headers[.acceptLanguage] ?? "").ranges, among: catalogues)
  }
}

extension Response {
  /// `true` for pages, screens and errors, which contain sentences. Files are the same in every language.
  fileprivate var says: Bool {
    guard let type = headers[.contentType] else { return false }
    return type.hasPrefix("text/html") || type.hasPrefix("application/json")
  }
}
