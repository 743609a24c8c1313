import CardHands
import Encoding
import Foundation
import HTTPTypes
import HandsProtocol
import Hummingbird

extension HandsServer {
  /// An order of a page that these hands met, opened.
  struct Opened<Work: Decodable & Sendable>: Sendable {
    let work: Work
    let owner: SeatOwner
    /// The page's token, as `SealedOrder` names it.
    let page: String
    fileprivate let seal: PageSeal

    /// The answer, for that page alone.
    func answer(_ value: some Encodable) throws -> Response {
      try HandsServer.json(SealedAnswer(sealed: try seal.seal(JSONEncoder().encode(value), .answer)))
    }
  }

  /// - Throws: `HTTPError` 401 where these hands did not issue the token, or the order was made for another path, page or opening, or came before.
  ///
  /// - Parameter limit: So many bytes of it are read, and no more.
  func open<Work>(_ body: RequestBody, upTo limit: Int, of request: Request, port: Int) async throws -> Opened<Work> {
    let sealed: SealedOrder = try Self.read(Data(buffer: try await body.collect(upTo: limit))), origin = Self.origin(of: request)
    guard let hash = try book.hash(named: sealed.page, of: origin) else { throw Self.unknown }
    let seal = PageSeal(hash: hash, path: request.uri.path, origin: origin, port: port, opening: sealed.opening)
    // The opening is spent only by who can seal, so that nobody else can spend a page's.
    guard let plain = seal.open(sealed.sealed, .order), openings.spend(sealed.opening, of: sealed.page) else { throw Self.unknown }
    let order: PageOrder<Work> = try Self.read(plain)
    guard Base64URL.decode(order.tab)?.count == 16 else { throw HTTPError(.badRequest, message: "A tab's name has 16 bytes.") }
    guard TokenBook.isToken(order.token, of: hash) else { throw Self.unknown }
    return Opened(work: order.work, owner: SeatOwner(origin, tab: order.tab), page: sealed.page, seal: seal)
  }
}
