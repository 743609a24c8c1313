import FlowKit
import Testing

@testable import WebSurface

@Suite struct ScreenViewTests {
  private func said(_ says: [Copy], isPhone: Bool) -> [String] {
    let screen = Screen<String>(.working, says, choices: [])
    let view = ScreenView(run: "r", flow: "enrollment", revision: 1, screen: screen, origin: .safety, isPhone: isPhone)
    return (view.values["says"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
  }

  @Test("A-90 A-92 G-25: a sentence is said as this kind of device needs it, and one that is not for it is not there at all") func byDevice() {
    let both = Copy("a", "Put it in.", onPhone: "Hold it close."), phone = Copy("b", "", onPhone: "It has no plug.")
    #expect(said([both, phone], isPhone: true) == ["Hold it close.", "It has no plug."])
    #expect(said([both, phone], isPhone: false) == ["Put it in."])
  }
}
