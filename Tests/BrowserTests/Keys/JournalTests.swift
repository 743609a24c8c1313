import Browser
import Person
import Testing

/// Writing in the journal while something is in the way.
@Suite struct JournalTests {
  /// Loses the answer to the next change, which the server has taken. Or says that another place wrote, and then gives what is no journal.
  private static let script = """
    const send = fetch;
    window.fetch = async (address, options) => {
      if (address !== '/journal') return send(address, options);
      const changes = options?.method === 'POST';
      if (window.garbled !== undefined) return changes ? new Response('{}', { status: 409 }) : new Response(window.garbled);
      const answer = await send(address, options);
      if (!changes || !window.losesAnswer) return answer;
      window.losesAnswer = false;
      throw new TypeError('the connection was lost');
    };
    """

  @Test("an entry whose answer was lost is saved once, as it was typed last; so is a person on the list") func lostAnswer() async throws {
    try await withKeyRing(script: Self.script) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await page.run("window.losesAnswer = true")
      try await page.type("The well is dry.", into: "#journal-text")
      try await page.press("Save the entry")
      try await page.wait(forText: "Can't reach the server. What you wrote is still here; try again.")
      try await page.type("The well is dry. So is the pond.", into: "#journal-text")
      try await page.press("Save the entry")
      try await page.wait(forText: "Saved.")
      #expect(try await page.findAll("[data-journal=entries] li").count == 1)
      #expect(try await page.find("[data-journal=entries]").text.contains("The well is dry. So is the pond."))
      try await ring.write("A second entry is another one.")
      #expect(try await page.findAll("[data-journal=entries] li").count == 2)

      try await page.run("window.losesAnswer = true")
      try await page.type("Ana of the mill", into: "#person-name")
      try await page.press("Add to the list")
      try await page.wait(forText: "Can't reach the server. What you wrote is still here; try again.")
      try await page.press("Add to the list")
      try await page.wait(forText: "Added.")
      #expect(try await page.findAll("[data-journal=people] li").count == 1)
    }
  }

  @Test("what a server gives that is no journal is said in a sentence, and what was typed stays") func garbled() async throws {
    try await withKeyRing(script: Self.script) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      for answer in ["<html>", "{}", "null", #"{"g":1,"index":{"rev":9,"sealed":7},"entries":{}}"#, #"{"g":1,"index":{"rev":9,"sealed":"a.b.c"}}"#] {
        try await page.run("window.garbled = arguments[0]", .string(answer))
        try await page.type("dry", into: "#journal-text")
        try await page.press("Save the entry")
        try await page.wait(forText: "What this server gave doesn't fit together, so it is not shown. Tell whoever runs it.")
        #expect(try await page.evaluate("document.querySelector('#journal-text').value").string == "dry", "\(answer)")
        try await page.run("document.querySelector('[data-journal=said]').textContent = ''")
        try await page.find("#journal-text").clear()
      }
      try await page.run("delete window.garbled")
      try await ring.write("The well is dry.")
      #expect(try await page.findAll("[data-journal=entries] li").count == 1)
    }
  }
}
