import Escrow
import TestSite

/// Runs `body` while Anna, Bruno and Chiara each have a provider. Anna's charges fees; Bruno's and Chiara's charge
/// none.
public func withThreeFriends(clock: TestClock, _ body: ([RunningProvider]) async throws -> Void) async throws {
  var friends: [RunningProvider] = []
  let result: Result<Void, any Error>
  do {
    for name in ["Anna", "Bruno", "Chiara"] {
      let fee = name == "Anna" ? Amount("TESTKUDOS:1") : nil
      friends.append(
        try await .start(clock: clock) { settings in
          settings.businessName = name
          if let fee { settings.annualFee = fee }
        })
    }
    result = .success(try await body(friends))
  } catch { result = .failure(error) }
  for friend in friends { await friend.stop() }
  try result.get()
}

extension [RunningProvider] {
  /// The last code that any of them sent by this method.
  public func lastCode(_ method: MethodType) -> String? {
    flatMap(\.provider.outbox.letters).last { $0.method == method }?.code
  }
}
