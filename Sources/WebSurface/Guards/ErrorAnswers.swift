import HTTPConnections
import HTTPTypes
import Hummingbird
import Logging
import Model
import Runner
import Sentences

/// The one place where an error becomes a response: a page for people, or `{"error": …}` for programs. No internal
/// details are shown.
struct ErrorAnswers: RouterMiddleware {
  typealias Context = PeerContext
  let pages: Pages

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch {
      let answer = Self.answer(to: error)
      // In a crowd, a line for each would cost more than its answer.
      if answer.status.code >= 500, !(error is CrowdGuard.Crowded) {
        context.logger.error(
          "request failed", metadata: ["error": "\(type(of: error))", "at": "\(Self.place(of: error))"])
      }
      let sentence = answer.sentence.said
      var response =
        request.wantsHTML
        ? try pages.html(
          "problem", ["title": say("Something is off"), "register": "plain", "sentence": sentence],
          status: answer.status)
        : try Response.json(["error": sentence], status: answer.status)
      for field in answer.headers { response.headers[field.name] = field.value }
      return response
    }
  }

  struct Answer { var status: HTTPResponse.Status, sentence: Sentence, headers: HTTPFields = [:] }

  static func answer(to error: any Error) -> Answer {
    switch error {
    case let error as RunnerError: Answer(status: error.status, sentence: error.sentence)
    case is CrowdGuard.Crowded: crowded
    case let error as StoreError where error.code == .busy: crowded
    case let error as StoreError where error.code == .unknown:
      Answer(
        status: .serviceUnavailable,
        sentence: """
          The account store broke off at this very step, so we can't tell whether it counted. Open this page anew and \
          look before you do it again.
          """)
    case is StoreError:
      Answer(
        status: .serviceUnavailable,
        sentence: "Can't reach the account store right now. Nothing has changed. Try again in a few minutes.")
    case let error as HTTPError:
      // The error's sentence was already translated where the error was thrown.
      Answer(
        status: error.status, sentence: error.body.map(Sentence.init(verbatim:)) ?? Self.sentence(for: error.status),
        headers: error.headers)
    case let error as any HTTPResponseError: Answer(status: error.status, sentence: Self.sentence(for: error.status))
    default:
      Answer(
        status: .internalServerError, sentence: "Something went wrong on our side. Nothing has changed. Try again.")
    }
  }

  private static let crowded = Answer(
    status: .serviceUnavailable,
    sentence: "More people are here than can be served at once. Nothing has changed. Try again in a moment.",
    headers: [.retryAfter: "2"])

  private static func sentence(for status: HTTPResponse.Status) -> Sentence {
    switch status {
    case .notFound: "There is no such page."
    case .contentTooLarge: "That was too much to read. Nothing has changed."
    case .badRequest: "That could not be read. Nothing has changed."
    default: "That did not work. Nothing has changed."
    }
  }
  private static func place(of error: any Error) -> String {
    switch error {
    case let error as StoreError: error.description
    case let error as RunnerError: error.location
    default: ""
    }
  }
}

extension RunnerError {
  var status: HTTPResponse.Status {
    switch code {
    case .noRun: .gone
    case .needsAccount: .unauthorized
    case .byInvitation, .registrationClosed, .accountDisabled: .forbidden
    case .refused: .conflict
    case .malformed, .secretSent: .badRequest
    case .tooManyAccounts, .tooManyTickets: .tooManyRequests
    }
  }
  var sentence: Sentence {
    switch (code, refusal) {
    case (.noRun, _): "This page was open too long, or it is over. Start again."
    case (.needsAccount, _): "Sign in first."
    case (.secretSent, _):
      """
      The body carries clientExtensionResults.prf.results, which must never leave the browser. Delete it from the \
      response before you send it.
      """
    case (.tooManyAccounts, _):
      """
      Many accounts were made from your network today, so no new one can be made there for now. Try again in a few \
      hours, or from another network.
      """
    case (.tooManyTickets, _):
      "Many tickets were typed from your network that are none. Wait a few minutes, then type yours again."
    case (.byInvitation, _):
      "New accounts here are made with an invitation. Ask whoever runs this site for one, and open it in this browser."
    case (.registrationClosed, _): "This site makes no new accounts. If you have one here, sign in."
    case (.accountDisabled, _):
      "Whoever runs this site has closed this account to everybody. Nothing in it is lost. Ask them why."
    case (.malformed, _): "That could not be read. Nothing has changed."
    case (.refused, .outOfDate): "This page was out of date."
    case (.refused, .unknownTicket): "This goes on in another tab."
    case (.refused, .needsUnmet): "Something is still missing on this page."
    case (.refused, .over): "This is over. Start again."
    case (.refused, _): "This page doesn't offer that. Nothing has changed."
    }
  }
}
