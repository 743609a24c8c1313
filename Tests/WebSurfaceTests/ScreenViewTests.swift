import Vocabulary
import Testing

@testable import WebSurface

@Suite struct ScreenViewTests {
  private func said(_ says: [Copy], on device: Device, isHome: Bool = false) -> [String] {
    let screen = Screen<String>(.working, says, choices: [])
    let view = ScreenView(run: "r", revision: 1, screen: screen, origin: .keys, device: device, isHome: isHome)
    return [view.values["question"] as? String].compactMap(\.self)
      + (view.values["says"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
  }

  @Test("A-90 A-92 G-25: a sentence is worded for the kind of device, or omitted") func byDevice() {
    let both = Copy("a", "Put it in.", onPhone: "Hold it close."), phone = Copy("b", "", onPhone: "It has no plug.")
    #expect(said([both, phone], on: .phone) == ["Hold it close.", "It has no plug."])
    #expect(said([both, phone], on: .iPhone) == ["Hold it close.", "It has no plug."])
    #expect(said([both, phone], on: .computer) == ["Put it in."])
    let lightning = Copy("c", "", onIPhone: "It may have Lightning.")
    #expect(
      said([both, lightning], on: .phone) == ["Hold it close."]
        && said([lightning], on: .iPhone) == ["It may have Lightning."])
    #expect(
      said([Copy("d", "Start the program there.", atHome: "Start it here.")], on: .computer, isHome: true) == [
        "Start it here."
      ])
  }

  @Test("the question is the only heading; where it is shorter for screen readers (G-02), that is it")
  func headings() async throws {
    func drawn(_ screen: Screen<String>) async throws -> String {
      try await Pages(isDemo: false).draw(
        "flow-body", ScreenView(run: "r", revision: 1, screen: screen, origin: .keys).values)
    }
    let title = Copy("t", "Revoke a key"), question = Copy("q", "Is it lost?"), more = Copy("m", "Take your time.")
    let asked = try await drawn(Screen(title: title, .plain, [question, more], choices: []))
    #expect(asked.contains("<h1 class=\"say\" tabindex=\"-1\">Is it lost?</h1>") && asked.matches(of: /<h1/).count == 1)
    #expect(
      asked.contains("<p class=\"say-more\" tabindex=\"-1\">Take your time.</p>")
        && asked.matches(of: /Is it lost/).count == 1)
    let titled = try await drawn(Screen(title: title, heading: Copy("h", "Is it"), .plain, [question], choices: []))
    #expect(
      titled.contains("<h1 class=\"vh\">Is it</h1>")
        && titled.contains("<p class=\"say\" tabindex=\"-1\">Is it lost?</p>"))
    let named = try await drawn(Screen(title: title, heading: Copy("n", "Which key"), .plain, [question], choices: []))
    #expect(
      named.contains("<p class=\"vh\">Which key</p>") && named.matches(of: /<h1/).count == 1
        && named.contains("<h1 class=\"say\" tabindex=\"-1\">Is it lost?</h1>"),
      "a name that several screens share comes before the question")
    let silent = try await drawn(Screen(title: title, .plain, [], choices: []))
    #expect(
      silent.contains("<h1 class=\"vh\">Revoke a key</h1>") && silent.matches(of: /<h1/).count == 1
        && titled.matches(of: /<h1/).count == 1)
  }

  @Test("A-45: a sheet's safe answer is filled, unless a red one takes something away") func sheets() {
    func looks(_ choices: [Choice<String>]) -> [String?] {
      let screen = Screen<String>(.hearth, [], choices: choices, sheet: Sheet(.hearth, Copy("s", "Go on?")))
      let view = ScreenView(run: "r", revision: 1, screen: screen, origin: .keys)
      return ((view.values["sheet"] as? [String: Any])?["buttons"] as? [[String: Any]] ?? []).map {
        $0["look"] as? String
      }
    }
    #expect(
      looks([Choice(Copy("a", "Stay"), "stay", .back), Choice(Copy("b", "Go"), "go", .outline)]) == [
        "is-primary", "is-outline",
      ])
    #expect(
      looks([Choice(Copy("a", "Stay"), "stay", .back), Choice(Copy("b", "Go"), "go", .danger)]) == [
        "is-outline", "is-danger",
      ])
    let both = [
      Choice(Copy("a", "Passkey"), "p", .primary), Choice(Copy("b", "Password"), "w", .outline),
      Choice(Copy("c", "Back"), "b", .back),
    ]
    #expect(looks(both) == ["is-primary", "is-outline", "is-quiet"])
  }

  @Test(
    "A-88 A-89: the diagram shows a key at a plug, or held to a phone, in place of the pulse",
    arguments: [Device.computer, .phone, .iPhone])
  func alignment(on device: Device) async throws {
    let screen = Screen<String>(.working, [], [.detector(.aligning)], choices: [])
    let view = ScreenView(run: "r", revision: 1, screen: screen, origin: .keys, device: device)
    let page = try await Pages(isDemo: false).draw("flow-body", view.values)
    #expect(
      page.contains("icons.svg#\(device == .computer ? "align-usb" : "align-nfc")\"")
        && !page.contains("class=\"rings\""))
  }

  @Test("a field's hint is inside it while it is empty, and above it once it is filled", arguments: ["", "m/44'"])
  func hint(text: String) throws {
    let screen = Screen<String>(
      .working, [], [.field("path", label: Copy("a", "Path"), hint: Copy("b", "Which key"), .text(text))], choices: [])
    let view = ScreenView(run: "r", revision: 1, screen: screen, origin: .keys)
    let field = try #require((view.values["blocks"] as? [[String: Any]])?.first?["field"] as? [String: Any])
    #expect(field["hint"] as? String == (text.isEmpty ? "Which key" : nil))
    #expect(field["about"] as? String == (text.isEmpty ? nil : "Which key"))
  }
}
