import FlowKit
import Testing

@testable import WebSurface

@Suite struct ScreenViewTests {
  private func said(_ says: [Copy], isPhone: Bool) -> [String] {
    let screen = Screen<String>(.working, says, choices: [])
    let view = ScreenView(run: "r", revision: 1, screen: screen, origin: .safety, isPhone: isPhone)
    return (view.values["says"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
  }

  @Test("A-90 A-92 G-25: a sentence is said as this kind of device needs it, and one that is not for it is not there at all") func byDevice() {
    let both = Copy("a", "Put it in.", onPhone: "Hold it close."), phone = Copy("b", "", onPhone: "It has no plug.")
    #expect(said([both, phone], isPhone: true) == ["Hold it close.", "It has no plug."])
    #expect(said([both, phone], isPhone: false) == ["Put it in."])
  }

  @Test("A-88 A-89: the diagram takes the place of the pulse: a key at a plug, and on a phone one held to it", arguments: [true, false])
  func alignment(isPhone: Bool) async throws {
    let screen = Screen<String>(.working, [], [.detector(.aligning)], choices: [])
    let view = ScreenView(run: "r", revision: 1, screen: screen, origin: .safety, isPhone: isPhone)
    let page = try await Pages(isDemo: false).draw("flow-body", view.values)
    #expect(page.contains("icons.svg#\(isPhone ? "align-nfc" : "align-usb")\"") && !page.contains("class=\"rings\""))
  }

  @Test("a field's hint stands in it while it is empty, and above it where something stands there already", arguments: ["", "m/44'"])
  func hint(text: String) throws {
    let screen = Screen<String>(.working, [], [.field("path", label: Copy("a", "Path"), hint: Copy("b", "Which key"), .text(text))], choices: [])
    let view = ScreenView(run: "r", revision: 1, screen: screen, origin: .safety, isPhone: false)
    let field = try #require((view.values["blocks"] as? [[String: Any]])?.first?["field"] as? [String: Any])
    #expect(field["hint"] as? String == (text.isEmpty ? "Which key" : nil))
    #expect(field["about"] as? String == (text.isEmpty ? nil : "Which key"))
  }
}
