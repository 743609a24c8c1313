import Model
import Testing

@testable import latchstring

/// The setting that opens the conformance endpoints.
@Suite struct ConformanceSettingsTests {
  private func read(_ environment: [String: String]) async throws -> ConformanceSettings {
    try Settings.home(try await StrictSettings(flags: [:], environment: environment, file: nil)).conformance
  }
  private func problem(_ work: () async throws -> Void) async -> String? {
    do { try await work() } catch let problem as ConfigurationProblem { return problem.description } catch {}
    return nil
  }

  @Test("the endpoints are closed by default; metadata without open endpoints is a reported error")
  func setting() async throws {
    #expect(try await !read([:]).isOn)
    #expect(try await read(["LATCHSTRING_CONFORMANCE_API": "on"]).isOn)
    let flags = try SharedFlags.parse(["--conformance"])
    #expect(try Settings.home(try await flags.settings(environment: [:])).conformance.isOn)
    let both = try await read(["LATCHSTRING_CONFORMANCE_API": "on", "LATCHSTRING_CONFORMANCE_METADATA": "/tool"])
    #expect(both.metadata == "/tool")
    let alone = await problem { _ = try await read(["LATCHSTRING_CONFORMANCE_METADATA": "/tool"]) }
    #expect(alone?.hasSuffix("Set both or neither.") == true)
    let wrong = await problem { _ = try await read(["LATCHSTRING_CONFORMANCE_API": "yes"]) }
    #expect(wrong == "conformance.api is “yes”; it must be on or off.")
  }
}
