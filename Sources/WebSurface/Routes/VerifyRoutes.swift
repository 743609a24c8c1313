import CeremonyService
import Encoding
import HTTPConnections
import HTTPTypes
import Hummingbird
import NIOCore
import RelyingParty
import Sentences

/// "Check a response": a page that verifies a pasted response and explains every step. Pasted text is neither kept nor
/// logged.
struct VerifyRoutes {
  let checker: ResponseChecker
  let pages: Pages

  func add(to router: Router<PeerContext>) {
    router.get("/lab/verify") { _, _ in try page([:]) }
    router.post("/lab/verify", use: check)
    router.post("/lab/verify/options", use: options)
  }

  @Sendable private func check(_ request: Request, _ context: PeerContext) async throws -> Response {
    let fields: [String: String]
    do {
      fields = try await request.form(context)
    } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
      return try page(
        [:], problem: "That is more than 64 KiB, which is longer than any response. Paste one response, or one row.",
        status: .contentTooLarge)
    }
    let form = PastedForm(fields: fields)
    do {
      let (row, taken, pasted) = try form.row(at: checker.now)
      return try page(fields, report: checker.report(on: row, taken: taken), pasted: pasted)
    } catch let error as PastedForm.Unreadable {
      return try page(
        fields, problem: error.sentence, pasted: try? PastedResponse(Array((fields["response"] ?? "").utf8)),
        status: .unprocessableContent)
    }
  }

  /// Returns options for creating a response with the visitor's own authenticator. The request is `{}` for a
  /// registration, or `{"credentialId": …}` for a sign-in.
  @Sendable private func options(_ request: Request, _ context: PeerContext) async throws -> Response {
    let body = Array(try await request.bodyData(context))
    guard let document = try? JSONDocument(body), document.root.kind == .object else { throw HTTPError(.badRequest) }
    let json: [UInt8]
    if let node = document.member("credentialId", of: document.root) {
      guard let id = document.base64URL(node), (1...1023).contains(id.count) else {
        throw HTTPError(.badRequest, message: "credentialId has to be base64url.")
      }
      json = checker.requestOptions(for: id)
    } else {
      json = checker.creationOptions()
    }
    return Response(
      status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: json)))
  }

  /// Returns the page. The pasted text is shown again only if it is JSON without anything that must not be repeated.
  private func page(
    _ fields: [String: String], report: CeremonyReport? = nil, problem: Sentence? = nil,
    pasted: PastedResponse? = nil, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    var view: [String: Any] = [
      "title": say("Check a response"), "register": "working", "rpId": fields["rpId"] ?? "",
      "origins": fields["origins"] ?? "", "challenge": fields["challenge"] ?? "",
      "userVerification": fields["userVerification"] != nil,
      "response": pasted?.carriesSecrets == false ? fields["response"] ?? "" : "",
    ]
    let kind = fields["kind"] ?? ""
    view["kinds"] = [
      ("", say("Find out from the response")), ("registration", say("A registration")), ("assertion", say("A sign-in")),
    ].map { ["value": $0.0, "label": $0.1, "isChosen": $0.0 == kind] as [String: Any] }
    // A successful registration provides the credential with which the next sign-in is verified.
    let credential = report?.credential
    view["credentialPublicKey"] =
      credential.map { Base64URL.encode($0.publicKey) } ?? fields["credentialPublicKey"] ?? ""
    view["credentialId"] = credential.map { Base64URL.encode($0.id) } ?? fields["credentialId"] ?? ""
    view["credentialSignCount"] = credential.map { "\($0.signCount)" } ?? fields["credentialSignCount"] ?? ""
    let eligible =
      credential.map { $0.backupEligible == .eligible ? "yes" : "no" } ?? fields["credentialBackupEligible"] ?? ""
    view["eligibilities"] = [("", say("Not known")), ("yes", say("Yes")), ("no", say("No"))].map {
      ["value": $0.0, "label": $0.1, "isChosen": $0.0 == eligible] as [String: Any]
    }
    view["hasStored"] = view["credentialPublicKey"] as? String != ""
    view["isStoredNew"] = credential != nil
    view["problem"] = problem?.said
    view["report"] = report.map { ReportView(report: $0).values }
    return try pages.html("verify", view, status: status)
  }
}
