import Browser
import Foundation

/// A person in a browser, whom `scripts/operator-day` sends from step to step: it reads one step from each line of its
/// input, and answers each with one line, `done` or `failed: …`.
@main struct OperatorGuest {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let origin = arguments.first else { return print("usage: OperatorGuest ORIGIN FLAG…") }
    try await withPage(PageSetup(flags: Array(arguments.dropFirst()))) { page in
      _ = try await page.addAuthenticator(.internal)
      let guest = Guest(page: page, origin: origin)
      while let step = readLine() {
        do {
          try await guest.take(step.split(separator: " ").map(String.init))
          print("done")
        } catch { print("failed: \(String(describing: error).split(separator: "\n").joined(separator: " "))") }
        fflush(nil)
      }
    }
  }
}

private struct Guest {
  let page: Page
  let origin: String

  func take(_ step: [String]) async throws {
    switch step.first {
    case "may-not-sign-up":
      try await page.go(to: origin + "/")
      try await page.wait(forText: "New accounts here are made with an invitation.")
      guard try await !page.text.contains("Create an account") else { throw UnknownStep(step: step) }
    case "sign-up":
      try await page.go(to: step[2])
      try await page.press("Create an account")
      try await page.type(step[1], into: "#username")
      try await page.press("Create a passkey")
      try await page.wait(untilTrue: "location.pathname == '/account' && !!document.querySelector('h1[data-verdict]')")
    case "sign-in":
      try await page.deleteCookies()
      try await page.go(to: origin + "/")
      try await page.press("Sign in with a passkey")
      try await page.wait(untilTrue: "location.pathname == '/account' && !!document.querySelector('h1[data-verdict]')")
    case "is-refused":
      try await page.go(to: origin + "/")
      try await page.press("Sign in with a passkey")
      try await page.wait(forText: "Whoever runs this site has closed this account to everybody.")
    case "signed-out":
      try await page.go(to: origin + "/account")
      try await page.wait(untilTrue: "location.pathname == '/'")
    case "still-signed-in":
      try await page.go(to: origin + "/account")
      try await page.wait(untilTrue: "!!document.querySelector('h1[data-verdict]')")
    default: throw UnknownStep(step: step)
    }
  }
}

private struct UnknownStep: Error { var step: [String] }
