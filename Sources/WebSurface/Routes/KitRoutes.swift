import AccountService
import Flows
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import Model
import NIOCore
import QRCodes

/// The address in the square on a recovery kit, and the drawing of the square.
struct KitRoutes {
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages

  static let path = "/kit"

  func add(to router: Router<PeerContext>) {
    router.get(RouterPath(Self.path), use: page)
    router.post(RouterPath(Self.path + "/square"), use: square)
  }

  /// Returns the page on which a paper's check begins. What the square says stands behind the address's `#`, which no
  /// browser sends.
  @Sendable func page(_ request: Request, _ context: PeerContext) async throws -> Response {
    let isSignedIn = try await sessions.find(settings.token(of: request))?.account != nil
    var response = try pages.html(
      "kit",
      [
        "title": say("Check your paper"), "register": "working", "origin": SettingsRoom.recovery.path,
        "isSignedIn": isSignedIn,
      ])
    if !isSignedIn { response.setCookie(settings.cookie(Next.kit)) }
    return response
  }

  private struct Asked: Decodable { var number: Int, check: String }
  private struct Square: Encodable { var side: Int, path: String }

  /// Draws the square for a kit that is about to be printed. Nothing is kept, and because this is a POST, no log line
  /// has the check. Only an address of this site is ever drawn.
  @Sendable func square(_ request: Request, _ context: PeerContext) async throws -> Response {
    let body = try await request.bodyData(context)
    guard let asked = try? JSONDecoder().decode(Asked.self, from: body),
      let kit = Kit(number: asked.number, check: asked.check)
    else { throw HTTPError.unreadable }
    let address = "\(settings.origin)\(Self.path)#\(kit.name)"
    guard let code = QRCode(address) else { throw HTTPError(.internalServerError) }
    return try .json(Square(side: code.side, path: code.path))
  }
}
