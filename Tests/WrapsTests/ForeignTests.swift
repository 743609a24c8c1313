import Encoding
import Foundation
import TestProgram
import Testing
import Wraps

/// A third-party JOSE library reads our texts: data stored today can be opened without this program.
@Suite struct ForeignTests {
  /// jwcrypto versions that do not know the name from RFC 9864 call Ed25519 EdDSA.
  static let script = """
    import json, sys
    try:
        from jwcrypto import jwa, jwe, jwk, jws
    except ImportError:
        sys.exit("python3 has no jwcrypto: install Debian's python3-jwcrypto, or run scripts/setup tests")
    given = json.loads(sys.argv[1])
    jwa.JWA.algorithms_registry.setdefault("Ed25519", jwa.JWA.algorithms_registry["EdDSA"])
    outer = jwe.JWE()
    outer.deserialize(given["wrap"], jwk.JWK(kty="oct", k=given["pad"]))
    inner = jwe.JWE()
    inner.deserialize(
        outer.payload.decode(), jwk.JWK(kty="OKP", crv="X25519", d=given["recipient"], x=given["recipientPublic"]))
    print(inner.payload.hex())
    statement = jws.JWS()
    statement.allowed_algs = ["Ed25519"]
    statement.deserialize(given["statement"], jwk.JWK(kty="OKP", crv="Ed25519", x=given["authority"]))
    print(json.loads(statement.payload)["g"])
    """

  @Test("jwcrypto opens a wrap and verifies a statement") func jwcrypto() async throws {
    let world = try Vectors.world()
    let (keys, old, new) = (try world.keys(.key), try world.master(1), try world.master(2))
    let given = [
      "wrap": try world.wrap(.key, 2), "statement": try world.statement(2), "pad": text(keys.pad),
      "recipient": text(keys.recipient),
      "recipientPublic": text(try keys.recipientPublic), "authority": text(old.authority),
    ]
    let answer = try await python(Self.script, String(decoding: JSONEncoder().encode(given), as: UTF8.self))
    #expect(answer == "\(Hex.encode(new.bytes))\n2\n")
  }

  private func text(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes) }

  /// The output of a script. A failing script, or a machine without Python, makes the test fail with that output.
  private func python(_ script: String, _ argument: String) async throws -> String {
    // The system's own Python if there is one: a different one on PATH does not see what Debian installs.
    let system = "/usr/bin/python3", hasSystem = FileManager.default.isExecutableFile(atPath: system)
    let ran = try await TestProgram((hasSystem ? [system] : ["/usr/bin/env", "python3"]) + ["-c", script, argument])
      .run()
    #expect(ran.status == 0, "\(ran.errors)")
    return ran.output
  }
}
