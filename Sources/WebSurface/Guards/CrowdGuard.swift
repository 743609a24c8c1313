import HTTPConnections
import Hummingbird
import NIOCore
import Synchronization

/// Turns requests away while as many are being answered as may be (`ConnectionLimits.answers`), so that those that are
/// come in time. All listening addresses share it.
///
/// A request has a place from its head to its response, except while its body is read: whoever sends slowly keeps nobody
/// out, and a request whose body is there when no place is free is turned away like one that begins then.
///
/// Whoever watches the server (`/healthz`) needs no place. A proxy that took a crowd for an outage would send it whole to
/// the next server.
final class CrowdGuard: RouterMiddleware {
  typealias Context = PeerContext
  struct Crowded: Error {}
  private let places: Places

  init(most: Int) { places = Places(most) }

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    guard request.uri.path != "/healthz" else { return try await next(request, context) }
    let place = Place(places)
    try place.take()
    defer { place.leave() }
    var request = request
    if request.method != .get, request.method != .head {
      request.body = RequestBody(asyncSequence: AwaitedBody(body: request.body, place: place))
    }
    return try await next(request, context)
  }

  /// The number of places, and how many of them are taken.
  private final class Places: Sendable {
    private let most: Int
    private let taken = Atomic(0)
    init(_ most: Int) { self.most = most }

    func take() throws {
      var count = taken.load(ordering: .relaxed)
      while count < most {
        let (isTaken, found) = taken.weakCompareExchange(expected: count, desired: count + 1, ordering: .relaxed)
        if isTaken { return }
        count = found
      }
      throw Crowded()
    }
    func leave() { taken.subtract(1, ordering: .relaxed) }
  }

  /// The place of one request, which it has at most once.
  private final class Place: Sendable {
    private let places: Places
    private let isTaken = Atomic(false)
    init(_ places: Places) { self.places = places }

    func take() throws {
      guard !isTaken.exchange(true, ordering: .relaxed) else { return }
      do { try places.take() } catch {
        isTaken.store(false, ordering: .relaxed)
        throw error
      }
    }
    func leave() { if isTaken.exchange(false, ordering: .relaxed) { places.leave() } }
  }

  /// A body whose request leaves its place to others until the body is whole.
  private struct AwaitedBody: AsyncSequence, Sendable {
    let body: RequestBody, place: Place

    struct AsyncIterator: AsyncIteratorProtocol {
      var parts: RequestBody.AsyncIterator
      let place: Place

      mutating func next() async throws -> ByteBuffer? {
        place.leave()
        let part = try await parts.next()
        if part == nil { try place.take() }
        return part
      }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(parts: body.makeAsyncIterator(), place: place) }
  }
}
