import Browser

extension KeyRing {
  /// Takes every key away and waits until the page waits for one: what the key before had answered is asked for again.
  func waitForKey() async throws {
    try await hold(nil)
    try await page.wait(until: "the detector to wait") {
      try await Task.sleep(for: .milliseconds(700))
      if try await page.evaluate("!!document.querySelector('[data-look=waiting]')") == true { return true }
      for button in try await page.findAll(".actions button") where try await button.text == "Tap again" { try await button.click() }
      return false
    }
  }

  /// Types a phrase, word by word; each space leads to the next field.
  func enter(_ words: [String]) async throws {
    _ = try await page.find("#words-1")
    for field in try await page.findAll(".word-entry input") { try await field.clear() }
    try await page.click("#words-1")
    for word in words { try await page.focused?.type(word + " ") }
    try await page.wait(untilTrue: "document.querySelector('[data-word-entry]').dataset.ready !== undefined")
  }
}
