import TestSite

/// What an answer says about the act that was asked for.
enum Verdict: Sendable {
  case done(HTTPAnswer)
  /// It says that nothing has changed.
  case unchanged(HTTPAnswer)
  /// Nobody can know from it whether it counted: no answer, the proxy's, or one that says so.
  case unknown
  case refused(HTTPAnswer)

  init(_ request: () async throws -> HTTPAnswer) async {
    guard let answer = try? await request() else {
      self = .unknown
      return
    }
    self =
      switch answer.status {
      case ..<400: .done(answer)
      case 500...: answer.text.contains("Nothing has changed") ? .unchanged(answer) : .unknown
      default: .refused(answer)
      }
  }
}
