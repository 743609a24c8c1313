import Browser
import Demo
import TestSite
import WebSurface

/// A visitor of a demo, who has no authenticator at all, and taps what lies in the tray.
public struct DemoGuest: Sendable {
  public let page: Page, site: TestSite

  public init(page: Page, site: TestSite) { (self.page, self.site) = (page, site) }

  public func row(_ thing: String) -> String { "[data-thing=\(thing)]" }
  /// Taps a thing once the page asks for it.
  public func tap(_ thing: String) async throws {
    try await page.wait(untilTrue: "document.querySelector('\(row(thing)).is-asked') !== null")
    try await page.click("\(row(thing)) [data-tap]")
  }
  /// Loses a thing. A click that met a page which was about to be left, or not ready yet, is made again.
  public func lose(_ thing: String) async throws {
    let isLost = "document.querySelector(\(String(reflecting: row(thing))))?.classList.contains('is-lost') === true"
    try await page.wait(until: "\(thing) to be lost") {
      if try await page.evaluate(isLost) == true { return true }
      try await page.click("\(row(thing)) [data-lose]")
      return try await page.evaluate(isLost) == true
    }
  }
  public func find(_ thing: String) async throws { try await page.click("\(row(thing)) [data-find]") }
  public func type() async throws { try await page.click("\(row("paper")) [data-tap]") }
  /// Goes on at another computer, where nobody is signed in.
  public func sitElsewhere() async throws {
    try await page.click("[data-elsewhere]")
    try await page.wait(forText: "You are signed out.")
  }
  /// Waits until the tray says this as the next thing to do.
  public func hear(_ hint: String) async throws {
    try await page.wait(
      untilTrue: "document.querySelector('[data-hint]').textContent.includes(\(String(reflecting: hint)))")
  }
  public func name(_ name: String) async throws {
    try await page.type(name, into: "#name")
    try await page.press("Continue")
  }
  public func save() async throws {
    try await hear("The paper has these words now.")
    try await page.click("#saved")
    try await page.press("Finish")
    try await page.wait(untilTrue: "document.querySelectorAll('[data-three-words] input').length === 3")
    try await type()
    try await page.press("The paper is good")
  }
  /// Creates an account with the laptop, from the first page.
  public func create() async throws {
    try await page.go(to: site.origin)
    try await page.press("Create an account")
    try await page.type("mirela", into: "#username")
    try await page.press("Create a passkey")
    try await tap("laptop")
    try await page.wait(forText: "You're in, mirela.")
  }
  /// Adds both keys and the paper, from the account's page.
  public func enroll() async throws {
    try await page.go(to: site.origin + "/account")
    try await hear("Add yellow and black, as the page offers.")
    try await page.press("Add a hardware key")
    try await page.press("Confirm with your passkey")
    try await tap("laptop")
    try await page.wait(forText: "1 of 4")
    try await tap("yellow")
    try await name("yellow")
    try await tap("yellow")
    try await page.wait(forText: "2 of 4")
    try await tap("black")
    try await name("black")
    try await page.wait(forText: "Tap your primary.")
    try await hear("Tap one that is lit.")
    try await tap("yellow")
    try await page.wait(forText: "Now your backup.")
    try await tap("black")
    try await save()
    try await page.wait(forText: "Keys are in.")
    try await page.go(to: site.origin + "/account")
  }
  /// Enrolls a found key as a new one, with the words of the recovery code typed.
  public func enrollAnew(_ thing: String, saying gone: String) async throws {
    try await page.press("Enroll a new primary key now")
    try await hear("You need a new key.")
    try await find(thing)
    try await tap(thing)
    try await name("\(thing) again")
    try await tap(thing)
    try await page.press(gone)
    try await save()
    try await page.wait(forText: "You're back, mirela.")
    try await page.wait(forText: "It is here. Nothing is written in it yet.")
  }
}

extension PretendedKeys {
  /// The keys of a new demo.
  public static func ofDemo() -> PretendedKeys {
    let things = DemoThings()
    return PretendedKeys(
      create: { try things.create($0, $1, origin: $2) }, get: { try things.get($0, $1, origin: $2) })
  }
}
