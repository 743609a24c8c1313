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

  /// Types the three words that are asked for, as they stand on the paper, and finishes.
  public func read(_ paper: [String]) async throws {
    for (place, field) in try await threeWords() { try await field.type(paper[place]) }
    try await page.press("The paper is good")
  }
  /// The fields for three words, with the places that they ask for, counted from 0.
  public func threeWords() async throws -> [(place: Int, field: Element)] {
    try await page.wait(untilTrue: "document.querySelectorAll('[data-three-words] input').length === 3")
    var asked: [(place: Int, field: Element)] = []
    for field in try await page.findAll("[data-three-words] input") {
      let number = try await field.accessibleName.split(separator: " ").last.flatMap { Int($0) }
      asked.append(((number ?? 0) - 1, field))
    }
    return asked
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
      // Firefox makes an event's data from the last two members, and ignores the first.
      field.dispatchEvent(new ClipboardEvent('paste', {
        clipboardData: data, bubbles: true, cancelable: true, dataType: 'text/plain', data: arguments[0] }));
      """, .string(words.joined(separator: " ")))
    try await page.wait(untilTrue: "[...document.querySelectorAll('.word-entry input')].every(input => input.value)")
  }

  public func restore(_ words: [String]) async throws {
    try await type(words)
    try await page.press("Restore")
    try await page.wait(forText: "Master Key restored. Enroll a new primary key now.")
  }
}
