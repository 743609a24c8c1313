import Hummingbird
import RelyingParty

/// The browser holds only a random cookie for a ceremony or a session; everything else stays here.
extension Passkeys {
  /// Keeps what the second half needs, and answers with the options. The cookie ties both halves to one browser.
  func begin(_ ceremony: Memory.Ceremony, options: [UInt8]) async throws -> Response {
    let ticket = try await memory.keep(ceremony, at: .now)
    var response = Response(
      status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: options)))
    response.setCookie(Self.cookie("ceremony", ticket, Memory.ceremonyLifetime))
    return response
  }

  /// The ceremony begun in this browser; it can be redeemed only once.
  func redeem(_ request: Request) async throws -> Memory.Ceremony {
    guard let ticket = request.cookies["ceremony"]?.value, let ceremony = await memory.take(ticket, at: .now) else {
      throw HTTPError(.conflict, message: "This attempt was used or has expired. Begin again.")
    }
    return ceremony
  }

  /// A new session, so that its cookie cannot be known in advance.
  func signIn(_ user: [UInt8]) async throws -> Response {
    var response = Response(status: .noContent)
    response.setCookie(
      Self.cookie("session", try await memory.beginSession(of: user, at: .now), Memory.sessionLifetime))
    return response
  }

  /// Adds the routes that report who is signed in and that sign out.
  func addSession(to router: Router<some RequestContext>) {
    router.get("/me") { request, _ in
      guard let ticket = request.cookies["session"]?.value else { return Me(name: nil) }
      return Me(name: await memory.user(of: ticket, at: .now)?.name)
    }
    router.post("/sign-out") { request, _ in
      if let ticket = request.cookies["session"]?.value { await memory.endSession(ticket) }
      var response = Response(status: .noContent)
      response.setCookie(Self.cookie("session", "", 0))
      return response
    }
  }

  /// Inaccessible to the page's scripts, and not sent with requests from other sites' pages. A site with TLS sets
  /// `secure` too.
  private static func cookie(_ name: String, _ value: String, _ lifetime: Int64) -> Cookie {
    Cookie(name: name, value: value, maxAge: Int(lifetime), path: "/", secure: false, httpOnly: true, sameSite: .strict)
  }
}
/// The signed-in user.
struct Me: ResponseEncodable {
  let name: String?
}
