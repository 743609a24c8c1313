import CardHands
import Crypto
import Encoding
import Foundation
import HTTPTypes
import HandsProtocol
import Hummingbird
import Synchronization

/// Seals the messages between a page and these hands with the one secret known only to the two of them: the SHA-256 of
/// the page's token.
///
/// Each direction has its own key, HKDF-SHA256 of that hash without a salt. Every message is bound to its destination
/// (path, origin, the hands' port) and to the opening for which it was made. It is therefore useless anywhere else, and
/// cannot be used a second time.
struct PageSeal: Sendable {
  enum Direction: String, Sendable { case order, answer }
  private let hash: SymmetricKey
  /// The facts to which a message is bound, one on each line: the protocol's name, the path, the origin, the port, the
  /// opening.
  private let bound: [UInt8]

  /// - Parameters:
  ///   - hash: The hash of the page's token, 32 bytes.
  ///   - path: The path of the request, such as `/card`.
  init(hash: [UInt8], path: String, origin: String, port: Int, opening: String) {
    self.hash = SymmetricKey(data: hash)
    bound = Array("latchstring/hands/v3\n\(path)\n\(origin)\n\(port)\n\(opening)".utf8)
  }

  /// - Returns: The nonce (12 bytes), ciphertext and tag (16 bytes), base64url.
  func seal(_ plain: some DataProtocol, _ direction: Direction) throws -> String {
    let box = try AES.GCM.seal(plain, using: key(direction), authenticating: bound)
    return Base64URL.encode(Array(box.nonce) + Array(box.ciphertext) + Array(box.tag))
  }

  /// - Returns: `nil` if the message was sealed by somebody else, or for a different purpose.
  func open(_ sealed: String, _ direction: Direction) -> Data? {
    guard let bytes = Base64URL.decode(sealed), let box = try? AES.GCM.SealedBox(combined: bytes) else { return nil }
    return try? AES.GCM.open(box, using: key(direction), authenticating: bound)
  }

  private func key(_ direction: Direction) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: hash, info: Array("latchstring/hands/v3/\(direction.rawValue)".utf8), outputByteCount: 32)
  }
}

/// The openings that hands issue with each proof. Each is valid for one minute, and for one order by the page to which
/// it was issued, so an order recorded in transit is worthless.
final class Openings: Sendable {
  private struct Opening {
    var text: String, page: String, given: ContinuousClock.Instant
  }
  private let given = Mutex<[Opening]>([])
  private let now: @Sendable () -> ContinuousClock.Instant
  private static let lifetime = Duration.seconds(60)
  /// The maximum number of openings for one page. Beyond it, the oldest is discarded. A page has one pending order for
  /// each of its tabs, and a watch in each.
  private static let most = 64

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Issues an opening: 16 random bytes, base64url.
  func issue(to page: String) -> String {
    let opening = Opening(
      text: Base64URL.encode(SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }), page: page, given: now())
    given.withLock { all in
      all.removeAll { opening.given - $0.given >= Self.lifetime }
      if all.count(where: { $0.page == page }) >= Self.most, let oldest = all.firstIndex(where: { $0.page == page }) {
        all.remove(at: oldest)
      }
      all.append(opening)
    }
    return opening.text
  }

  /// - Returns: `true` if the opening was issued to this page, has not expired, and has not been spent before.
  func spend(_ text: String, of page: String) -> Bool {
    given.withLock { all in
      guard let index = all.firstIndex(where: { $0.text == text && $0.page == page }) else { return false }
      return now() - all.remove(at: index).given < Self.lifetime
    }
  }
}

extension HandsServer {
  /// The decrypted order of a page that these hands have met.
  struct Opened<Work: Decodable & Sendable>: Sendable {
    let work: Work
    let owner: SeatOwner
    /// The identifier of the page's token, as in `SealedOrder`.
    let page: String
    fileprivate let seal: PageSeal

    /// Seals the response so that only that page can open it.
    func answer(_ value: some Encodable) throws -> Response {
      try HandsServer.json(SealedAnswer(sealed: try seal.seal(JSONEncoder().encode(value), .answer)))
    }
  }

  /// - Throws: `HTTPError` 401 if these hands did not issue the token, or if the order was made for a different path,
  ///   page or opening, or was received before.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes to read.
  ///   - use: What the page must know for this path: its token, or the secret of the address that `home` opened.
  func open<Work>(
    _ body: RequestBody, upTo limit: Int, of request: Request, port: Int, as use: Use = .token
  ) async throws -> Opened<Work> {
    let sealed: SealedOrder = try Self.read(Data(buffer: try await body.collect(upTo: limit))),
      origin = Self.origin(of: request)
    guard let hash = try hash(named: sealed.page, of: origin, as: use) else { throw Self.unknown }
    let seal = PageSeal(hash: hash, path: request.uri.path, origin: origin, port: port, opening: sealed.opening)
    // Only a sender that can seal messages spends the opening, so nobody else can use up a page's openings.
    guard let plain = seal.open(sealed.sealed, .order), openings.spend(sealed.opening, of: sealed.page) else {
      throw Self.unknown
    }
    let order: PageOrder<Work> = try Self.read(plain)
    guard Base64URL.decode(order.tab)?.count == 16 else {
      throw HTTPError(.badRequest, message: "A tab's name has 16 bytes.")
    }
    guard TokenStore.isToken(order.token, of: hash) else { throw Self.unknown }
    return Opened(work: order.work, owner: SeatOwner(origin, tab: order.tab), page: sealed.page, seal: seal)
  }
}
