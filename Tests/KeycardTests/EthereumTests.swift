import Encoding
import Testing

@testable import Keycard

@Suite struct EthereumTests {
  @Test("Keccak-256 matches published hashes, also for lengths around its block size")
  func keccak() {
    for (message, hash) in [
      ("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
      ("abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
      (
        "The quick brown fox jumps over the lazy dog",
        "4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15"
      ),
      ("transfer(address,uint256)", "a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b"),
    ] { #expect(Hex.encode(Keccak256.hash(Array(message.utf8))) == hash, "\(message)") }
    for (count, hash) in Self.around {
      #expect(Hex.encode(Keccak256.hash([UInt8](repeating: 0x61, count: count))) == hash, "\(count)")
    }
  }

  /// Hashes of strings of the letter a with the given lengths, computed by another implementation.
  static let around: [(Int, String)] = [
    (134, "e5de5653994e2fa6729d329b65b5f332dee942a7ea54515e173824c232a4ff91"),
    (135, "34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446"),
    (136, "a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e"),
    (137, "d869f639c7046b4929fc92a4d988a8b22c55fbadb802c0c66ebcd484f1915f39"),
    (272, "cf7fcd4f705ee749930d19ca84561a9bf62516bd90a471545fa2f49fdc7e63c8"),
    (1000, "b6a4ac1f51884d71f30fa397a5e155de3099e11fc0edef5d08b646e621e19de9"),
  ]

  @Test("addresses have the mixed-case checksum of EIP-55")
  func addresses() throws {
    for address in [
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
      "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
      "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb", "0x52908400098527886E0F7030069857D2E4169EE7",
      "0xde709f2102306220921060314715629080e2fb77",
    ] { #expect(Ethereum.checksummed(bytes(String(address.dropFirst(2)).lowercased())) == address) }
    let key = try #require(
      Secp256k1PrivateKey(Secret(bytes("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"))))
    #expect(Ethereum.address(of: key.publicKey) == "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23")
  }

  @Test("a message is hashed with the prefix of EIP-191")
  func message() {
    #expect(
      Hex.encode(Ethereum.personalMessageHash(Array("Some data".utf8)))
        == "1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655")
    #expect(
      Hex.encode(Ethereum.personalMessageHash(Array("Hello World".utf8)))
        == "a1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2")
  }
}
