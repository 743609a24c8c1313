import Model
import Testing

@Suite struct UsernameTests {
  @Test(
    "a name in the letters of its own language is a name",
    arguments: [
      "mirela", "mirela_7.b-c", "José", "Łukasz", "Ngọc", "ẹ́dẹ́", "Kaʻiulani", "Αλέξης", "ᾧδε", "мария", "Марʼяна",
      "Սոնա", "გიორგი", "דוד", "שָׁלוֹם",
      "عمر", "عُمر", "علی", "राम", "तारा७", "நமிதா", "สมชาย", "ဇော်ဇော်", "សុខា", "ሰላም",
      "김민준", "金민준", "たろう", "タロー", "佐々木さくら", "王小明", "ㄅㄆ",
      "ᎠᎡ", "ⵣⵉⵔⵉ", "١٢٣", "123",
      "_-.",
    ])
  func legitimate(_ text: String) throws {
    #expect(try #require(Username(text)).fault == nil)
  }

  @Test(
    "letters or digits of two scripts are refused in a new name",
    arguments: [
      "m\u{430}ria", "mari\u{3BF}", "мaрия", "Αlex", "田中taro", "김taro", "עmar", "а\u{561}", "a\u{661}", "১2", "ゼロzero",
    ])
  func mixed(_ text: String) throws {
    #expect(try #require(Username(text)).fault == .mixed)
  }

  @Test(
    "invisible characters, and marks on nothing, are refused in a new name",
    arguments: [
      "x\u{FE0F}", "a\u{34F}b", "\u{3164}", "\u{115F}a", "\u{301}a", "a_\u{301}", "e\u{301}\u{301}x",
      "a\u{316}\u{317}\u{318}\u{319}",
      "\u{10900}\u{10901}",
      "\u{2C8}a",
    ])
  func malformed(_ text: String) throws {
    #expect(try #require(Username(text)).fault == .malformed)
  }

  @Test(
    "anything but letters, marks and digits never was a name",
    arguments: ["", "O'Brien", "zero\u{200D}", "zero\u{200B}", "\u{202E}abc", "abc\u{2066}", "a b", "a\u{2800}", "😀"])
  func never(_ text: String) { #expect(Username(text) == nil) }

  @Test(
    "names that look alike in any spelling share a skeleton",
    arguments: [
      ("coco", "сосо"), ("COCO", "СОСО"), ("boba", "ВОВА"), ("paxy", "раху"), ("makc", "макс"), ("nova", "ոօѵа"),
      ("bob", "b0b"), ("all", "a1l"),
      ("Ivan", "lvan"), ("İvan", "Ivan"), ("ida", "i\u{307}da"), ("mirela", "rnirela"), ("wally", "vvally"),
      ("Αννα", "Αννα"), ("fiona", "ﬁona"),
      ("maria", "ｍａｒｉａ"), ("maria", "𝐦𝐚𝐫𝐢𝐚"), ("naïve", "naїve"), ("工藤", "エ藤"), ("へいた", "ヘいた"), ("عمر", "عُمر"),
      ("عمر", "عمـر"), ("علی", "علي"),
      ("oo", "੦੦"), ("bob", "ꓐꓳꓐ"), ("kin", "kın"), ("Băsescu", "Bǎsescu"), ("şahin", "șahin"), ("phi", "рһі"),
      ("ilse", "llse"), ("llse", "Ilse"), ("ilse", "1lse"), ("lilli", "LlIIi"), ("ali", "all"), ("lia", "iia"),
      ("boba", "вова"), ("hpa", "ηρα"), ("npa", "ΗΡΑ"), ("straße", "strasse"), ("o0o", "߀߀߀"), ("ooo", "០០០"),
      ("oo", "༠༠"), ("olo", "סוס"), ("olo", "هاه"),
    ])
  func alike(_ one: String, _ other: String) throws {
    #expect(try !#require(Username(one)).skeletons.isDisjoint(with: #require(Username(other)).skeletons))
  }

  @Test(
    "names that people tell apart share no skeleton",
    arguments: [
      ("ali", "alla"), ("José", "Jose"), ("Łukasz", "Lukasz"), ("мария", "марина"), ("anna", "anne"), ("คำ", "ดำ"),
      ("김민준", "김민중"), ("さくら", "さくち"),
      ("a_b", "a-b"),
      ("mirela7", "mirela"), ("Söder", "Soder"), ("иван", "ivan"), ("anna", "hanna"),
      ("nora", "hora"), ("una", "yna"), ("eva", "ena"), ("lia", "lea"), ("mila", "milla"), ("דן", "דו"), ("sus", "5u5"),
    ])
  func apart(_ one: String, _ other: String) throws {
    #expect(try #require(Username(one)).skeletons.isDisjoint(with: #require(Username(other)).skeletons))
  }

  @Test("even the longest name is checked immediately") func longest() throws {
    let name = try #require(Username(String(repeating: "ⵣ", count: 64)))
    #expect(ContinuousClock().measure { _ = (name.fault, name.skeletons) } < .seconds(1))
  }
}
