// What this page, this computer's hands and the server say to each other, as JSON. The server and the hands have the
// same in Sources/HandsProtocol; the golden files of Tests/HandsProtocolTests keep the two in agreement.

/** The version of everything here. Whoever receives a different one ignores the message. */
export const VERSION = 6;

// From the server to the page

/**
 * The server's answer to every request about a run. If the run continues in this page, `html` is its screen. If this
 * browser's session ended with the run, `endsSession` is true.
 * @typedef {{version: number, cancel: number[], start: Ticketed[], orders: Order[], html?: string, next?: string,
 *   endsSession?: boolean, revision: number, statement?: string}} Answer
 */
/**
 * Something that is simply done, because it cannot fail on its own.
 * @typedef {{type: "buzz"}|{type: "forget", field: string}} Order
 */
/** @typedef {KeyTask|Wait|WayTask|CardTask|EscrowTask} Work what a flow wants done */
/** @typedef {Work & {ticket: number}} Ticketed a piece of work, under the number by which the server knows it */

/**
 * The options are passed as text.
 * @typedef {{effect: "key.create"|"key.tap"|"key.register"|"key.signIn"|"key.confirm"|"key.signInImmediately"
 *   |"key.autoFill", options: string}} KeyTask
 */
/** @typedef {"reading"|"alignment"|"health"|"polling"} Timer */
/** @typedef {{effect: "wait", seconds: number, timer: Timer}} Wait */

/**
 * The material for work with the Master Key; `way` belongs to the way that was just shown.
 * @typedef {{account: string, rp: string, salt: string, g: number, statements: string[], histories: string[],
 *   records: string[], index?: string, indexRev: number, way?: {record: string, wrap: string, needsRewrap: boolean},
 *   unsealed: string[], isProvisional: boolean, isRotationDue: boolean, dropping: string[], code?: string,
 *   escrow?: string, challenge?: string, username: string, kit?: number}} Materials
 */
/** @typedef {Materials & {challenge: string}} Proving */
/** @typedef {{effect: "way.open"|"way.startAnew", materials: Materials, key: string}} KeyedTask */
/** @typedef {{effect: "way.drill", materials: Proving, key: string}} DrillTask */
/** @typedef {{effect: "way.drawTicket"}} TicketTask */
/** @typedef {{effect: "way.sealCode"|"way.drop"|"way.sealEscrow", materials: Materials}} MakingTask */
/** @typedef {{effect: "way.showCode", materials: Materials & {kit: number}}} ShowingTask */
/** @typedef {{effect: "way.openWithCode"|"way.openWithEscrow"|"way.tryEscrow", materials: Proving}} ProvingTask */
/** @typedef {{effect: "way.tryWords", materials: Proving, field: string}} TryingTask */
/**
 * @typedef {{effect: "way.lookUpCode", rp: string, field: string}|{effect: "way.lookUpEscrow", rp: string}} LookUpTask
 */
/**
 * What goes into a copy of the journal besides the materials and the journal itself.
 * @typedef {{made: string, kit: number, ways: {record: string, wrap: string}[],
 *   keys: {name: string, role: string, opens: boolean, synced: boolean}[], events: {at: string, event: string}[]}}
 *   CopyFacts
 */
/** @typedef {{effect: "way.signCopy", materials: Proving}} RequestingTask */
/** @typedef {{effect: "way.makeCopy", materials: Materials, copy: CopyFacts}} CopyingTask */
/**
 * @typedef {KeyedTask|DrillTask|MakingTask|ShowingTask|ProvingTask|TryingTask|LookUpTask|RequestingTask
 *   |CopyingTask|TicketTask} WayTask
 */

/** @typedef {{effect: "card", card: CardEffect, claim?: Claim}} CardTask */
/** @typedef {{account: string, challenge: string}} Claim base64url */
/**
 * What the hands can do with a card. A `field`, `puk` or `newPIN` names the secret field that contains it.
 * @typedef {{type: "look"|"rehearse"|"pair"|"readTries"|"freeSlots"|"unpair"|"showSecrets"|"factoryReset"|"askWords"
 *   |"loadPhrase"|"identifyPhrase"|"identifyMaker"|"identify"}|{type: "watch", absence: Absence}
 *   |{type: "meet"|"pairWith"|"verifyPIN"|"initialize", field: string}|{type: "pairForNow", field?: string}
 *   |{type: "unblockPIN", puk: string, newPIN: string}|{type: "drawAccounts", count: number}
 *   |{type: "showPhrase", account: number}|{type: "checkWords", fields: string[]}
 *   |{type: "checkPhrase", field: string, key?: string}|{type: "sign", purpose: "login"|"register"|"enroll"|"change"}
 *   |{type: "unlock", key: string}|{type: "signMessage"|"signHash"|"signFile", field: string, path: string}
 *   |{type: "change", secret: "pin"|"puk"|"pairing", field: string}|{type: "name", text: string}} CardEffect
 */
/**
 * Why there is no card to talk to.
 * @typedef {"noHands"|"handsUnasked"|"handsForbidden"|"handsUnknown"|"handsDiffer"|"noDaemon"|"noReader"|"noCard"
 *   |"notKeycard"|"unreadable"|"inUse"|"severalCards"|"counterfeit"|"otherCard"} Absence
 */

/** @typedef {{effect: "escrow", escrow: EscrowEffect}} EscrowTask */
/** @typedef {"backup"|"recovery"} Purpose */
/** @typedef {"question"|"email"|"sms"|"post"|"iban"|"totp"|"video"} EscrowKind */
/** @typedef {{policies: {parts: {method: number, url: string}[]}[], years: number}} EscrowPlan */
/**
 * What the hands can do with recovery providers.
 * @typedef {{type: "resume"|"discard"|"showIdentity", purpose: Purpose}
 *   |{type: "identify", purpose: Purpose, country: string, fields: string[]}
 *   |{type: "contact", purpose: Purpose, providers: string[]}|{type: "drawClock", field: string}
 *   |{type: "addMethod", kind: EscrowKind, fields: string[]}|{type: "removeMethod"|"tryMethod", method: number}
 *   |{type: "answerMethod", method: number, field: string}
 *   |{type: "upload", plan: EscrowPlan}|{type: "discover", providers: string[]}
 *   |{type: "openDocument", url: string, version: number}|{type: "begin"|"poll", challenge: number}
 *   |{type: "answer", challenge: number, field: string}
 *   |{type: "checkPayments"|"finish"|"recover"|"status"|"picture"}|{type: "drill", step: EscrowEffect}} EscrowEffect
 */

// From the page to the server

/** @typedef {News & {version: number, ticket: number}} Message */
/** @typedef {KeyNews|Elapsed|WayNews|CardNews|EscrowNews} News the outcome of a piece of work */
/** @typedef {"dismissed"|"alreadyEnrolled"|"wrongPlace"|"unsupported"|"misread"|"noneHere"} Fault */
/**
 * The credential is passed as text.
 * @typedef {{reply: "key.given", credential: string, fault?: undefined}|{reply: "key.fault", fault: Fault}} KeyNews
 */
/** @typedef {{reply: "elapsed", timer: Timer}} Elapsed */
/**
 * What was made is passed as text: a `SealedBundle`, a `RecoveryLookup`, a `RecoveryProof`, a `DrillProof` or a
 * `DrawnTicket`.
 * @typedef {{reply: "way.made", made: string}
 *   |{reply: "way.opened"|"way.shown"|"way.closed"|"way.untouched"|"way.signsInOnly"|"way.mismatched"|"way.refused"
 *   |"way.fromBefore"|"way.unable"}} WayNews
 */
/**
 * A way as it is sent; `credential` only for a key.
 * @typedef {{credential?: string, record: string, wrap: string, kit?: {number: number, check: string}}} Sealed
 */
/**
 * What was made with the Master Key of generation `g`: ciphertext and signatures. `wraps` is keyed by record id.
 * @typedef {{g: number, first?: {statement: string, index: string}, rotation?: {statement: string, history: string,
 *   index: string, indexRev: number, wraps: Record<string, string>}, ways: Sealed[]}} SealedBundle
 */
/** @typedef {{lookup: string}} RecoveryLookup */
/** @typedef {{challenge: string, proof: string}} RecoveryProof */
/**
 * `drill` is signed with the Master Key that the way's wrap held, `proof` by the words or the recovered secret itself.
 * @typedef {{challenge: string, drill: string, proof?: string}} DrillProof
 */
/** @typedef {{hash: string}} DrawnTicket the SHA-256 of a ticket's signs */
/** @typedef {{reply: "card", card: CardReply, made?: string}} CardNews */
/** @typedef {{reply: "escrow", escrow: EscrowReply}} EscrowNews */

/** @typedef {{pin: number, puk: number}} CardTries */
/** @typedef {"official"|"test"|"unknown"|"none"|"forged"} CardMaker */
/**
 * @typedef {{contents: "blank"|"noKeys"|"keys", instance?: string, keyUID?: string, version?: string,
 *   freeSlots?: number, name?: string, maker?: CardMaker, holdsPhrase?: boolean, isPaired: boolean,
 *   isRehearsal: boolean, isContactless: boolean}} CardFacts
 */
/**
 * The outcome of work at the card reader. The public key or the statement behind `made` and `signed` is sent alongside
 * it.
 * @typedef {{type: "absent", absence: Absence}|{type: "present", facts: CardFacts}
 *   |{type: "tries"|"wrong", tries: CardTries}|{type: "accounts", addresses: string[]}
 *   |{type: "signature", signature: {address: string, hash: string, signature: string}}
 *   |{type: "maker", maker: CardMaker}|{type: "wordsAsked"|"wordsWrong", words: number[]}
 *   |{type: "changed"|"rehearsing"|"met"|"wrongCode"|"noCodeTaken"|"paired"|"notPaired"|"noSlot"|"unpaired"|"wordsFit"
 *   |"letGo"|"taken"|"pairedForNow"|"correct"|"initialized"|"shown"|"reset"|"phraseFits"|"phraseOfAnother"
 *   |"phraseMalformed"|"loaded"|"made"|"signed"|"unlocked"|"set"|"named"|"removed"|"unfit"|"declined"|"lost"
 *   |"unwritten"|"failed"}} CardReply
 */

/**
 * What keeps a provider from being used.
 * @typedef {"unreachable"|"notProvider"|"full"|"limited"|"refused"|"lying"|"missing"|"unchecked"|"expired"|"behind"}
 *   Trouble
 */
/** @typedef {{number: number, kind: EscrowKind}} EscrowMethod */
/** @typedef {{field: string, fault: "missing"|"too-long"|"form"|"check-digit"|"date"|"unassigned"|"wrong"}} Misfit */
/** @typedef {{url: string, trouble: Trouble}} Gap */
/**
 * @typedef {{url: string, name: string, isPractice: boolean, offers: {kind: EscrowKind, cost: string}[],
 *   annualFee: string, truthUploadFee: string, meeting?: string, trouble?: Trouble}} Provider
 */
/** @typedef {{name?: string, places: {url: string, version: number}[], uploadedAt?: number}} EscrowDocument */
/**
 * An open document: its challenges by number, and which of them suffice together.
 * @typedef {{url: string, provider: string, version: number, name?: string, isCut?: boolean, policies: number[][],
 *   challenges: {number: number, kind?: EscrowKind, url: string, provider: string, cost?: string,
 *   isSolved: boolean}[]}} Puzzle
 */
/**
 * What an earlier run left behind.
 * @typedef {{type: "backup", country: string, methods: EscrowMethod[], providers: Provider[], plan?: EscrowPlan,
 *   begun?: {paid: {url: string, amount: string}[], due: {url: string, amount: string}[]}}
 *   |{type: "recovery", country: string, providers: Provider[], documents: EscrowDocument[], puzzle?: Puzzle}}
 *   Checkpoint
 */
/**
 * @typedef {{url: string, name: string, trouble?: Trouble, version?: number, paidUntil?: number, isCurrent: boolean,
 *   isPractice?: boolean, isFree?: boolean}} EscrowStanding
 */
/**
 * The outcome of work with recovery providers.
 * @typedef {{type: "absent", absence: Absence}|{type: "resumed", checkpoint: Checkpoint}
 *   |{type: "identified", strength: {stranger: number, acquaintance: number}, unusual: Misfit[]}
 *   |{type: "misfit", misfits: Misfit[]}|{type: "providers", providers: Provider[]}
 *   |{type: "methodAdded", method: EscrowMethod}|{type: "methodRemoved", method: number}
 *   |{type: "uploaded", isPractice: boolean, gaps: Gap[]}
 *   |{type: "due", payments: {url: string, amount: string, uri: string}[], paid: number, coming: number}
 *   |{type: "gaps", gaps: Gap[]}|{type: "documents", documents: EscrowDocument[], gaps: Gap[], lookUpsLeft?: number}
 *   |{type: "opened", puzzle: Puzzle}
 *   |{type: "notSent", refund?: {url: string, amount: string, uri?: string}, isCovered: boolean}
 *   |{type: "solved", challenge: number}|{type: "trouble", trouble: Trouble}
 *   |{type: "status", standings: EscrowStanding[], policies: {kind: EscrowKind, url: string}[][]}
 *   |{type: "nothingLeft"|"discarded"|"shown"|"finished"|"sent"|"ready"|"wrong"|"limited"|"expired"|"notYet"
 *   |"unknownChallenge"|"recovered"|"otherSecret"|"busy"|"declined"|"lost"|"failed"}} EscrowReply
 */

// From the page to the hands, and their answers

/**
 * @typedef {{effect: CardEffect, secrets: Record<string, string>, claim?: Claim}} CardWork `secrets` is keyed by field
 */
/**
 * @typedef {{reply: CardReply, made?: string, shown?: {puk?: string, pairing?: string, phrase?: string,
 *   unlocking?: string}}} CardAnswer
 */
/** @typedef {{effect: EscrowEffect, secrets: Record<string, string>}} EscrowWork */
/**
 * @typedef {{reply: EscrowReply, shown?: {texts?: Record<string, string>, clock?: Clock, unlocking?: string,
 *   picture?: EscrowPicture}}} EscrowAnswer
 */
/** @typedef {"there"|"silent"|"gone"} ProviderStanding */
/**
 * What the hands know of a finished set-up, drawn and sent nowhere. Days are numbers of days since 1970, and `policies`
 * lists the numbers of parts.
 * @typedef {{lookups: string[], providers: {name: string, standing: ProviderStanding,
 *   hasDocument: boolean, answeredOn?: number, paidUntil?: number}[], parts: {kind: EscrowKind, provider: number,
 *   triedOn?: number}[], policies: number[][]}} EscrowPicture
 */
/**
 * A key for a program that generates codes from the time: as the program reads it, as a person types it, and as a QR
 * code, whose dark modules are a path in a square of `side` modules.
 * @typedef {{uri: string, key: string, side: number, path: string}} Clock
 */
/**
 * @typedef {{type: "look"|"reset"}|{type: "rename", id: string, name: string}|{type: "delete", id: string}}
 *   PasskeyOrder
 */
/** @typedef {{effect: PasskeyOrder}} PasskeyWork */
/**
 * @typedef {{id: string, site: string, account: string, requiresPIN: boolean, opens: boolean, isHidden: boolean}}
 *   Passkey
 */
/**
 * @typedef {{isKnown: boolean, isBegun: boolean, isDeviceBound: boolean, isPINSet: boolean, triesLeft?: number,
 *   passkeys: Passkey[], problem?: string}} PasskeyNews
 */
/** @typedef {{key: string}} CardShown what a card shows: the public key that it signs in with */
/** @typedef {{name: string, version: number}} Hello */
/** @typedef {{code: string}} Meeting */
/** @typedef {{token: string}} Met */
/** @typedef {{page: string, challenge: string}} Recognition */
/** @typedef {{proof: string, opening: string, version: number}} RecognitionProof */
/** @typedef {{page: string, opening: string, sealed: string}} SealedOrder the body of an order */
/**
 * What is sealed in an order.
 * @template Work
 * @typedef {{token: string, tab: string, work: Work}} PageOrder
 */
/** @typedef {PageOrder<CardWork>} PageCardOrder */
/** @typedef {{sealed: string}} SealedAnswer */

/**
 * The names that are used on their own above, for the golden file.
 * @typedef {{absences: Absence[], faults: Fault[], timers: Timer[], makers: CardMaker[], statements: ("login"
 *   |"register"|"enroll"|"change")[], secrets: ("pin"|"puk"|"pairing")[], contents: CardFacts["contents"][],
 *   purposes: Purpose[], kinds: EscrowKind[], troubles: Trouble[], misfits: Misfit["fault"][],
 *   standings: ProviderStanding[]}} Names
 */
