import Browser

extension KeyRing {
  /// Types a phrase word by word; each space moves to the next field.
  public func enter(_ words: [String]) async throws {
    _ = try await page.find("#words-1")
    for field in try await page.findAll(".word-entry input") { try await field.clear() }
    try await page.click("#words-1")
    for word in words { try await page.focused?.type(word + " ") }
    try await page.wait(untilTrue: "document.querySelector('[data-word-entry]').dataset.ready !== undefined")
  }

  /// Goes to the entry of the words while signed out, and pastes them into its first field.
  public func type(_ words: [String]) async throws {
    if try await page.findAll(".word-entry").isEmpty {
      try await page.getBackIn(with: "My twelve words", on: site)
    }
    try await page.wait(untilTrue: "document.querySelectorAll('.word-entry input').length === 12")
    try await page.run(
      """
      const field = document.querySelector('.word-entry input'), data = new DataTransfer();
      data.setData('text/plain', arguments[0]);
      field.focus();
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      """, .string(words.joined(separator: " ")))
    try await page.wait(untilTrue: "[...document.querySelectorAll('.word-entry input')].every(input => input.value)")
  }

  public func restore(_ words: [String]) async throws {
    try await type(words)
    try await page.press("Restore")
    try await page.wait(forText: "Master Key restored. Enroll a new primary key now.")
  }
}
