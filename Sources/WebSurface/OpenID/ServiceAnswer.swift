import HTTPTypes
import Hummingbird
import OpenID
import Runner

/// How a browser is sent to a service. A browser that was led here by a form or a script of our own gets a page that
/// goes on by itself: our pages' forms lead nowhere else (`form-action`), and that stays so.
struct ServiceAnswer {
  let pages: Pages
  let request: Request

  func response(to answer: AuthorizationResponse) throws -> Response {
    switch answer.destination.mode {
    case .query: return try leading(to: answer.location)
    case .formPost: return try posting(answer)
    }
  }

  /// - Parameters:
  ///   - location: An address that the service declared.
  ///   - isSignedOut: `true` if the person has just signed out here, which other tabs hear from the page.
  func leading(to location: String, isSignedOut: Bool = false) throws -> Response {
    let isFromOwnPage = HTTPField.Name("Sec-Fetch-Site").map { request.headers[$0] == "same-origin" } ?? false
    guard isFromOwnPage else { return .seeOther(location) }
    return try pages.html(
      "leaving",
      [
        "title": say("Going on to a service"), "register": "working", "location": location,
        "isSignedOut": isSignedOut,
      ])
  }

  /// OAuth 2.0 Form Post Response Mode. The page may post to this one address, and does so by its own script.
  private func posting(_ answer: AuthorizationResponse) throws -> Response {
    let fields = answer.parameters.all.map { ["name": $0.name, "value": $0.value] }
    var response = try pages.html(
      "posting",
      [
        "title": say("Going on to a service"), "register": "working", "address": answer.destination.uri.text,
        "fields": fields,
      ])
    if let name = PageHeaders.formAction { response.headers[name] = answer.destination.uri.origin }
    return response
  }
}

extension ServiceDesks {
  /// Returns the desk. On a site without services, nothing of it is found.
  func opened() async throws -> ServiceDesk {
    guard let desk = try await open() else { throw HTTPError(.notFound) }
    return desk
  }
}
