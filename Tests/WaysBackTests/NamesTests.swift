import Sentences
import Testing

@testable import WaysBack

@Suite("what things are called") struct NamesTests {
  private func passkey(at place: String?) -> Holdings.Key {
    Holdings.Key(
      id: "1", "Passkey from sign-up", inSentence: "your passkey from sign-up", .signsIn, provedOn: Somebody.today,
      isHardware: false, at: place)
  }
  private func names(_ picture: Picture, _ kind: Thing.Kind) -> [String] {
    picture.things.filter { $0.kind == kind }.flatMap { [$0.name.english, $0.nameInSentence.english] }
  }

  @Test("a key without a label, and its PIN, have a name for lists and one for sentences")
  func unlabelled() throws {
    let picture = try Somebody.picture { $0.keys = [passkey(at: nil)] }
    #expect(names(picture, .key) == ["Passkey from sign-up", "your passkey from sign-up"])
    #expect(names(picture, .pin) == ["The PIN of your passkey from sign-up", "the PIN of your passkey from sign-up"])
    let answer = LossAnswer(picture, losing: .none).sentence.english
    #expect(answer == "You sign in with your passkey from sign-up. You have no journal yet.")
    #expect(picture.left("Passkey from sign-up") == .out && picture.left("your passkey from sign-up") == .out)
    let untried = Somebody.holdings { $0.keys = [passkey(at: nil)] }
    #expect(NextStep.tryKey(0).title(untried).english == "Try your passkey from sign-up")
  }

  @Test("a passkey in a device takes what unlocks the device, and keeps the id of its PIN")
  func builtIn() throws {
    let here = try Somebody.picture(.here("this computer")) { $0.keys = [passkey(at: "this computer")] }
    #expect(names(here, .pin) == ["How you unlock this computer", "how you unlock this computer"])
    #expect(here.things.filter { $0.kind == .pin }.map(\.id) == ["of 1"])
    let phone = try Somebody.picture {
      $0.keys = [passkey(at: "phone")]
      $0.places["phone"] = .init("the phone", isDevice: true)
    }
    #expect(names(phone, .pin) == ["How you unlock the phone", "how you unlock the phone"])
    let bag = try Somebody.picture { $0.keys = [Somebody.bareKey("yellow", at: "bag")] }
    #expect(names(bag, .pin) == ["The PIN of yellow", "the PIN of yellow"], "a bag is no device")
  }
}
