import Browser
import Foundation
import Person
import TestSite
import Testing

@Suite struct HandoffTests {
  static let watch = (width: 200, height: 300)

  /// Goes from Settings to the first page of the enrollment flow.
  func beginEnrollment(_ visit: Visit) async throws {
    try await visit.page.enter(.keys)
    try await visit.page.press("Add a hardware key")
    try await visit.page.wait(untilTrue: "location.pathname.startsWith('/flow/')")
  }
  /// Expects that the page shows only the way to another device and nothing of the flow, and sends no request to the
  /// server or a key for a while.
  func flowStandsStill(_ visit: Visit, _ calls: CredentialsRecorder) async throws {
    let page = visit.page
    try await page.wait(until: "the panel alone") {
      let panel = try await page.findAll("form[action='/handoff'] button").first,
        flow = try await page.findAll("#step").first
      guard let panel, let flow else { return false }
      let (isShown, isFlowShown) = (try await panel.isDisplayed, try await flow.isDisplayed)
      return isShown && !isFlowShown
    }
    #expect(try await page.text.contains("Enroll on phone"))
    let shown = try await page.evaluate(
      "[...document.querySelectorAll('button')].filter(e => e.checkVisibility()).map(e => e.innerText)")
    #expect(shown == ["Show the code"])
    let changes = try await visit.site.changes { () async throws in
      try await page.run("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));")
      try await Task.sleep(for: .milliseconds(400))
    }
    #expect(changes == [])
    #expect(try await page.findAll("dialog").isEmpty)
    #expect(try await calls.calls().isEmpty)
  }

  @Test("M-08 A-96 A-97: on a watch, Settings offers the phone, and the flow requests no key")
  func watch() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.register("mirela", on: visit.site, signingOut: false)
      let calls = try await page.recordCredentials()
      try await beginEnrollment(visit)
      let flow = try await page.url
      try await calls.clear()
      try await page.emulate(width: Self.watch.width, height: Self.watch.height, mobile: true)
      try await page.go(to: flow)
      try await flowStandsStill(visit, calls)
      try await page.press("Settings")
      try await page.wait(forText: "Enroll on phone")
      #expect(try await !page.text.contains("Add a hardware key\n"))
      try await page.press("Show the code")
      try await page.wait(forText: "It works once, and for five minutes.")
      let width = try await page.run("return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
      #expect(width.int ?? 9999 <= Self.watch.width)
      #expect(try await page.find("svg.qr").accessibleName == "QR code with the address below")
      #expect(try await calls.calls().isEmpty)
      try await page.expectQuietConsole()
    }
  }

  @Test("A-97: a window enlarged enough shows its flow, and one that becomes too small hides it")
  func resized() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.register("mirela", on: visit.site, signingOut: false)
      let calls = try await page.recordCredentials()
      try await page.emulate(width: 1000, height: 700)
      try await beginEnrollment(visit)
      try await page.wait(untilTrue: "document.querySelector('input[name=revision]').value > 0")
      try await page.run("window.isOld = true;")
      try await page.emulate(width: Self.watch.width, height: Self.watch.height)
      try await page.wait(untilTrue: "!window.isOld")  // the old page's requests went with it
      try await calls.clear()
      try await flowStandsStill(visit, calls)
      try await page.emulate(width: 240, height: 300)
      try await page.press("Confirm with your passkey")
      try await calls.wait(until: "a request to the key") { !$0.isEmpty }
    }
  }

  /// This applies in Settings and in the flow.
  @Test("on the person's own computer, a small window asks for a larger one, not another device")
  func smallAtHome() async throws {
    try await withVisit(site: { $0.isHome = true }) { visit in
      let page = visit.page,
        sentence = "Hardware keys need a larger window on this computer, in a browser that knows passkeys."
      try await page.register("mirela", on: visit.site, signingOut: false)
      try await beginEnrollment(visit)
      let flow = try await page.url
      try await page.emulate(width: Self.watch.width, height: Self.watch.height, mobile: true)
      try await page.go(to: flow)
      try await page.wait(forText: sentence)
      try await page.press("Settings")
      try await page.isIn(.keys)
      try await page.wait(forText: sentence)
      #expect(try await page.text.contains("Not in this window"))
      #expect(try await page.findAll("form[action='/handoff']").isEmpty)
      let width = try await page.run("return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
      #expect(width.int ?? 9999 <= Self.watch.width)
      try await page.emulate(width: 1000, height: 700)
      try await page.wait(untilTrue: "!document.body.innerText.includes('Not in this window')")
    }
  }

  @Test("M-08: a browser without passkeys shows the same page at any size") func noPasskeys() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.register("mirela", on: visit.site, signingOut: false)
      let calls = try await page.recordCredentials()
      try await beginEnrollment(visit)
      let flow = try await page.url
      try await calls.clear()
      try await page.addScriptOnNewDocument("delete globalThis.PublicKeyCredential;")
      try await page.go(to: flow)
      try await flowStandsStill(visit, calls)
      try await page.press("Settings")
      try await page.press("Show the code")
      try await page.wait(forText: "It works once, and for five minutes.")
    }
  }

  @Test(
    "M-09 G-41: the code leads a camera's device through sign-in to Settings", arguments: [ColorScheme.light, .dark])
  func handsOver(_ scheme: ColorScheme) async throws {
    try await withSite { (site) async throws in
      site.clock.stop()  // the second device may wait in line for its browser longer than a code lives
      let (address, passkeys) = try await withPage { (page) async throws in
        let key = try await page.addAuthenticator(.internal)
        try await page.emulateMedia(colorScheme: scheme)
        try await page.emulate(width: Self.watch.width, height: Self.watch.height, scale: 2, mobile: true)
        try await page.register("mirela", on: site, signingOut: false)
        try await page.enter(.keys)
        try await page.press("Use another device")
        let address = try await QRReader.text(in: try await page.find("svg.qr").screenshot())
        #expect(address.hasPrefix(site.origin + "/h/"))
        #expect(try await page.find("code").text == address)
        return (address, try await key.credentials())
      }
      try await withPage { phone in
        let key = try await phone.addAuthenticator(.internal)
        for passkey in passkeys { try await key.add(passkey) }
        try await phone.emulate(width: 393, height: 852, mobile: true)
        try await phone.go(to: address)
        #expect(try await phone.url == site.origin + "/")
        #expect(try await phone.cookie("latchstring") == nil)
        try await phone.signInWithPasskey()
        try await phone.isIn(.keys)
        #expect(try await phone.cookie("latchstring-next") == nil)
        try await phone.go(to: address)
        try await phone.wait(forText: "This code was used already or is older than five minutes.")
      }
    }
  }
}
