import Authenticator
import Encoding
import Testing

@Suite struct TwoClientsTests {
  @Test("getNextAssertion serves the client of the first assertion, until another client begins")
  func nextAssertion() async throws {
    let device = try await Device.ready()
    for user in ["one", "two"] { _ = try await Site(user: user).register(device) { $0.isDiscoverable = true } }
    let (first, second) = (CTAPClient(device.authenticator, channel: 1), CTAPClient(device.authenticator, channel: 2))
    var command = GetAssertionCommand(rpID: Site.id, clientDataHash: [UInt8](repeating: 1, count: 32))
    command.token = try await device.token(.getAssertion)
    _ = try await first.getAssertion(command)
    await #expect(throws: CTAPStatus.notAllowed) { try await second.getNextAssertion() }
    _ = try await second.information()
    #expect(try await first.getNextAssertion().userName == "one")
    command.token = try await device.token(.getAssertion)
    _ = try await first.getAssertion(command)
    command.token = try await device.token(.getAssertion)
    _ = try await second.getAssertion(command)
    await #expect(throws: CTAPStatus.notAllowed) { try await first.getNextAssertion() }
    _ = try await second.getNextAssertion()
  }

  @Test("Only one token is valid at a time; a new token invalidates it, whoever requests it")
  func tokens() async throws {
    let device = try await Device.ready()
    let first = try await device.token(.makeCredential)
    let second = try await device.token(.makeCredential)
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await Site().register(device.client) { $0.token = first } }
    _ = try await Site().register(device.client) { $0.token = second }
  }

  @Test("A second command waits while the person decides about the first; both are answered")
  func turns() async throws {
    let device = try Device(alwaysVerifies: false)
    device.person.will { $0.hesitates = true }
    let slow = Task { await device.authenticator.respond(to: [0x0b]) }
    while device.person.occasions.isEmpty { await Task.yield() }
    #expect(await device.authenticator.isWaitingForPerson)
    let quick = Task { await device.authenticator.respond(to: [0x04]) }
    let given = Task { await device.authenticator.respond(to: [0x04]) }
    given.cancel()
    #expect(await given.value == [CTAPStatus.keepaliveCancel.rawValue])
    await device.authenticator.cancel()
    #expect(await slow.value == [CTAPStatus.keepaliveCancel.rawValue])
    #expect(await quick.value.first == 0)
    #expect(await !device.authenticator.isWaitingForPerson)
  }

  @Test("A client that gives up ends only its own command; a power cycle ends every command")
  func givingUp() async throws {
    let device = try Device(alwaysVerifies: false)
    device.person.will { $0.hesitates = true }
    let first = Task { await device.authenticator.respond(to: [0x0b]) }
    while device.person.occasions.isEmpty { await Task.yield() }
    first.cancel()
    #expect(await first.value == [CTAPStatus.keepaliveCancel.rawValue])
    let second = Task { await device.authenticator.respond(to: [0x0b]) }
    while device.person.occasions.count < 2 { await Task.yield() }
    await device.authenticator.powerCycle()
    #expect(await second.value == [CTAPStatus.keepaliveCancel.rawValue])
    device.person.will { $0.hesitates = false }
    #expect(await device.authenticator.respond(to: [0x0b]) == [0])
  }

  @Test("Many simultaneous requests are all answered, and no counter value repeats")
  func many() async throws {
    let device = try Device(alwaysVerifies: false)
    let record = try await Site().register(device.client, requiresVerification: false).verdict.credential
    let counters = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for channel in 0..<20 as Range<UInt32> {
        group.addTask {
          var command = GetAssertionCommand(rpID: Site.id, clientDataHash: [UInt8](repeating: 1, count: 32))
          command.allowed = [record.id]
          return try await Array(
            CTAPClient(device.authenticator, channel: channel).getAssertion(command).authenticatorData[33..<37])
        }
      }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(counters.count == 20)
  }
}
