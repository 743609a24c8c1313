import Encoding
import Testing

@testable import Keycard

@Suite struct KeyDerivationTests {
  struct Step {
    var path: String, publicKey: String, privateKey: String
  }

  /// Test vectors 1 to 3 of BIP32.
  static let vectors: [(seed: String, steps: [Step])] = [
    (
      "000102030405060708090a0b0c0d0e0f",
      [
        Step(
          path: "m",
          publicKey:
            """
            xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EG\
            Mcet8
            """,
          privateKey:
            """
            xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBx\
            rMPHi
            """
        ),
        Step(
          path: "m/0'",
          publicKey:
            """
            xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXv\
            gGDnw
            """,
          privateKey:
            """
            xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2\
            bhkJ7
            """
        ),
        Step(
          path: "m/0'/1/2'/2/1000000000",
          publicKey:
            """
            xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJo\
            drTHy
            """,
          privateKey:
            """
            xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3B\
            BDu76
            """
        ),
      ]
    ),
    (
      """
      fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a\
      5754514e4b484542
      """,
      [
        Step(
          path: "m/0",
          publicKey:
            """
            xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwM\
            kQTPH
            """,
          privateKey:
            """
            xprv9vHkqa6EV4sPZHYqZznhT2NPtPCjKuDKGY38FBWLvgaDx45zo9WQRUT3dKYnjwih2yJD9mkrocEZXo1ex8G81dwSM1fwqWpWkeS3v8\
            6pgKt
            """
        ),
        Step(
          path: "m/0/2147483647'/1/2147483646'/2",
          publicKey:
            """
            xpub6FnCn6nSzZAw5Tw7cgR9bi15UV96gLZhjDstkXXxvCLsUXBGXPdSnLFbdpq8p9HmGsApME5hQTZ3emM2rnY5agb9rXpVGyy3bdW6EE\
            gAtqt
            """,
          privateKey:
            """
            xprvA2nrNbFZABcdryreWet9Ea4LvTJcGsqrMzxHx98MMrotbir7yrKCEXw7nadnHM8Dq38EGfSh6dqA9QWTyefMLEcBYJUuekgW4BYPJc\
            r9E7j
            """
        ),
      ]
    ),
    (
      """
      4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df\
      2e5a3c51c73235be
      """,
      [
        Step(
          path: "m",
          publicKey:
            """
            xpub661MyMwAqRbcEZVB4dScxMAdx6d4nFc9nvyvH3v4gJL378CSRZiYmhRoP7mBy6gSPSCYk6SzXPTf3ND1cZAceL7SfJ1Z3GC8vBgp2e\
            pUt13
            """,
          privateKey:
            """
            xprv9s21ZrQH143K25QhxbucbDDuQ4naNntJRi4KUfWT7xo4EKsHt2QJDu7KXp1A3u7Bi1j8ph3EGsZ9Xvz9dGuVrtHHs7pXeTzjuxBrCm\
            mhgC6
            """
        ),
        Step(
          path: "m/0'",
          publicKey:
            """
            xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih1\
            9Zm4Y
            """,
          privateKey:
            """
            xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WAC\
            ViL4L
            """
        ),
      ]
    ),
  ]

  @Test("derivation produces the keys published for BIP32, including leading zeros", arguments: vectors.indices)
  func published(index: Int) throws {
    let vector = Self.vectors[index]
    let master = try ExtendedPrivateKey(seed: Secret(bytes(vector.seed)))
    for step in vector.steps {
      let path = try #require(DerivationPath(step.path))
      let key = try master.descendant(path)
      let privateForm = try #require(Base58.extendedKey(step.privateKey), "\(step.path)")
      let publicForm = try #require(Base58.extendedKey(step.publicKey), "\(step.path)")
      #expect(key.chainCode.exposed == Array(privateForm[13..<45]))
      #expect([0] + key.key.bytes.exposed == Array(privateForm[45..<78]))
      #expect(key.key.publicKey.compressed == Array(publicForm[45..<78]))
    }
  }

  @Test("phrases of 12, 18 and 24 words give the published seed, with or without a passphrase")
  func seeds() throws {
    let vectors = [
      (
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about", "TREZOR",
        """
        c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c8\
        1b2f001698e7463b04
        """
      ),
      (
        """
        gravity machine north sort system female filter attitude volume fold club stay feature office ecology stable \
        narrow fog
        """,
        "TREZOR",
        """
        628c3827a8823298ee685db84f55caa34b5cc195a778e52d45f59bcf75aba68e4d7590e101dc414bc1bbd5737666fbbef35d1f1903953b\
        66624f910feef245ac
        """
      ),
      (
        """
        hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis \
        maple dilemma loan word shrug inflict delay length
        """,
        "TREZOR",
        """
        64c87cde7e12ecf6704ab95bb1408bef047c22db4cc7491c4271d170a1b213d20b385bc1588d9c7b38f1b39d415665b8a9030c9ec653d7\
        5e65f847d8fc1fc440
        """
      ),
      (
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about", "",
        """
        5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad\
        3d8d48b2d2ce9e38e4
        """
      ),
    ]
    for (phrase, passphrase, seed) in vectors {
      #expect(PhraseSeed.seed(of: secret(phrase), passphrase: secret(passphrase))?.exposed == bytes(seed), "\(phrase)")
    }
    let typed = secret(
      "  Abandon abandon abandon abandon abandon abandon abandon\nabandon abandon abandon abandon ABOUT ")
    #expect(PhraseSeed.seed(of: typed)?.exposed == bytes(vectors[3].2))
  }

  @Test("phrases of 15 and 21 words give the seed that another implementation computes")
  func otherCounts() {
    for (phrase, seed) in [
      (
        "absurd avoid scissors anxiety gather lottery category door army half long cage bachelor another fatal",
        """
        82222fade693c70ac614862ea94e00407ecf2bc4edb97cfa6e63faed229916c4b473c5d259bc1516d30d749ca90860990252fd59301d8c\
        b90821003903b8031f
        """
      ),
      (
        """
        absurd avoid scissors anxiety gather lottery category door army half long cage bachelor another expect people \
        blade school educate curtain shop
        """,
        """
        280ca37e1f0136d8618c01dd55be217ebcc7ec16b98a6e75df77dcb8e0bd9f90c6e8954f9bbf402383a0d04a8e5bfdcb35f6535b990e7c\
        097f4314e00573c2f4
        """
      ),
    ] {
      #expect(PhraseSeed.seed(of: secret(phrase), passphrase: secret("TREZOR"))?.exposed == bytes(seed), "\(phrase)")
    }
  }

  @Test("two Unicode forms of one passphrase give the same seed; a different passphrase does not")
  func normalForm() throws {
    let phrase = secret("abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about")
    let composed = try #require(PhraseSeed.seed(of: phrase, passphrase: secret("caf\u{E9}")))
    let decomposed = try #require(PhraseSeed.seed(of: phrase, passphrase: secret("cafe\u{301}")))
    let plain = try #require(PhraseSeed.seed(of: phrase, passphrase: secret("cafe")))
    #expect(composed.matches(decomposed) && !composed.matches(plain))
  }

  @Test("text that is not a valid phrase has no seed")
  func noPhrase() {
    for text in [
      "", "abandon", "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon",
      "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abuot",
    ] { #expect(PhraseSeed.seed(of: secret(text)) == nil, "\(text)") }
    #expect(PhraseSeed.seed(of: Secret([0xFF, 0xFE])) == nil)
  }

  @Test("both phrases give the key UIDs and wallet key computed by a real card's software")
  func keyUIDs() throws {
    let first = try #require(
      PhraseSeed.seed(of: secret("receive fan copper bracket end train again sustain wet siren throw cigar")))
    #expect(
      try Hex.encode(ExtendedPrivateKey(seed: first).key.publicKey.keyUID)
        == "136cbfc087cf7df6cf3248bce7563d4253b302b2f9e2b5eef8713fa5091409bc")
    let phrase = secret("abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about")
    let master = try ExtendedPrivateKey(seed: #require(PhraseSeed.seed(of: phrase)))
    #expect(
      Hex.encode(master.key.publicKey.keyUID) == "16f5b9c7657df5e0b45016292d852a36622fb39b63c28017ccf21633270858f1")
    let wallet = try master.descendant(.wallet).key.publicKey
    #expect(Hex.encode(wallet.uncompressed).hasPrefix("0437b0bb7a8288d38ed49a52"))
    #expect(Ethereum.address(of: wallet) == "0x9858EfFD232B4033E47d90003D41EC34EcaEda94")
  }

  @Test("seeds of impossible length and invalid key values are rejected")
  func impossible() {
    for count in [0, 15, 65] {
      #expect(throws: KeycardError(.invalid)) {
        try ExtendedPrivateKey(seed: Secret([UInt8](repeating: 1, count: count)))
      }
    }
    let order = bytes("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    for number in [[], [1], [UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 0xFF, count: 33)] {
      #expect(Secp256k1PrivateKey(Secret(number)) == nil)
    }
    for point in [[], [4], [UInt8](repeating: 4, count: 65), [2] + [UInt8](repeating: 0xFF, count: 32)] {
      #expect(Secp256k1PublicKey(point) == nil)
    }
  }

  @Test("a random source that never yields a valid key causes an error, not an endless loop")
  func noRandomness() {
    #expect(throws: KeycardError(.invalid)) { try Secp256k1PrivateKey.random { [UInt8](repeating: 0, count: $0) } }
  }

  @Test("both sides compute the same raw x coordinate, not a hash of it")
  func agreement() throws {
    let own = try #require(Secp256k1PrivateKey(Secret([UInt8](repeating: 9, count: 32))))
    let other = HandKey(filledWith: 7)
    let point = try #require(Secp256k1PublicKey(other.point))
    #expect(own.sharedX(with: point).exposed == other.sharedX(own.publicKey.uncompressed))
    #expect(try #require(Secp256k1PublicKey(other.compressed)) == point && point.compressed == other.compressed)
  }
}
