// What the JavaScript of the pages and of the extension uses of a browser, and TypeScript 4.8 does not know yet: named as the specifications
// name it, and no more of it than is used. For scripts/types alone; nothing serves this file.
export {};

declare global {
  // Web Authentication, Level 3: https://www.w3.org/TR/webauthn-3/

  /** §5.1: as much as is read of RegistrationResponseJSON and of AuthenticationResponseJSON. */
  interface PublicKeyCredentialJSON {
    id: string;
    /** `authenticatorData` is not there where the demo pretends a registration, and `userHandle` is an assertion's. */
    response: { authenticatorData?: string; userHandle?: string };
    clientExtensionResults: AuthenticationExtensionsClientOutputsJSON;
  }
  /** §10.1.4. The specification has base64url in it; browsers of before left the bytes as they were. */
  interface AuthenticationExtensionsClientOutputsJSON {
    prf?: { enabled?: boolean; results?: { first: string | ArrayBuffer } };
  }
  /** §5.1.8: as much as is read of it. */
  interface PublicKeyCredentialCreationOptionsJSON {
    challenge: string;
    rp: { id?: string };
  }
  /** §5.1.9: as much as is read of it. */
  interface PublicKeyCredentialRequestOptionsJSON {
    challenge: string;
    rpId?: string;
    allowCredentials?: { id: string }[];
  }
  /** §5.1.7. */
  interface PublicKeyCredentialClientCapabilities {
    conditionalGet?: boolean;
    immediateGet?: boolean;
    "extension:prf"?: boolean;
  }
  interface PublicKeyCredential {
    toJSON(): PublicKeyCredentialJSON;
  }
  /** What TypeScript says of `PublicKeyCredential` itself cannot be added to, so this stands beside it. */
  interface PublicKeyCredentialStatic {
    parseCreationOptionsFromJSON(options: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions;
    parseRequestOptionsFromJSON(options: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions;
    getClientCapabilities?(): Promise<PublicKeyCredentialClientCapabilities>;
    isConditionalMediationAvailable?(): Promise<boolean>;
    // §5.1.10
    signalUnknownCredential?(options: object): Promise<void>;
    signalAllAcceptedCredentials?(options: object): Promise<void>;
    signalCurrentUserDetails?(options: object): Promise<void>;
  }

  // Credential Management, Level 1: https://www.w3.org/TR/credential-management-1/
  // `conditional` is of that; `uiMode` is of the same group's draft.

  interface CredentialsContainer {
    create(options: { publicKey: PublicKeyCredentialCreationOptions; signal: AbortSignal }): Promise<PublicKeyCredential | null>;
    get(options: PublicKeyCredentialRequest): Promise<PublicKeyCredential | null>;
  }
  interface PublicKeyCredentialRequest {
    publicKey: PublicKeyCredentialRequestOptions;
    signal: AbortSignal;
    mediation?: CredentialMediationRequirement | "conditional";
    uiMode?: "immediate";
  }

  // HTML: https://html.spec.whatwg.org/

  interface HTMLElement {
    showPopover(): void;
    hidePopover(): void;
  }
  interface HTMLButtonElement {
    popoverTargetElement?: Element | null;
  }
  interface Navigator {
    readonly userActivation?: { readonly isActive: boolean };
  }

  // CSSOM View: https://drafts.csswg.org/cssom-view/

  interface Element {
    checkVisibility(): boolean;
  }

  /** What is newer of things that TypeScript knows. It lets nobody add to those, but to the window that has them. */
  interface Window {
    PublicKeyCredential: PublicKeyCredentialStatic;
    /** DOM: https://dom.spec.whatwg.org/#interface-AbortSignal */
    AbortSignal: { any(signals: AbortSignal[]): AbortSignal; timeout(milliseconds: number): AbortSignal };
    /** XMLHttpRequest: https://xhr.spec.whatwg.org/#interface-formdata */
    FormData: { new (form: HTMLFormElement, submitter: HTMLElement): FormData };
    /** URL: https://url.spec.whatwg.org/#interface-urlsearchparams. Whatever a value is, it is made text. */
    URLSearchParams: { new (pairs: Iterable<[string, FormDataEntryValue]>): URLSearchParams };
  }

  // ECMAScript 2024: https://tc39.es/ecma262/2024/#sec-promise.withResolvers

  interface PromiseWithResolvers<T> {
    promise: Promise<T>;
    resolve(value: T | PromiseLike<T>): void;
    reject(reason: unknown): void;
  }
  interface PromiseConstructor {
    withResolvers<T>(): PromiseWithResolvers<T>;
  }

  // Chrome's extensions: https://developer.chrome.com/docs/extensions/reference/api
  // Who gets a message says what it is: TypeScript cannot know what the other side sends, and nothing makes it so.

  namespace chrome {
    interface Event<Listener> {
      addListener(listener: Listener): void;
      removeListener(listener: Listener): void;
    }

    namespace action {
      function setBadgeText(details: { text: string }): Promise<void>;
    }

    namespace alarms {
      function create(name: string, alarm: { delayInMinutes: number }): Promise<void>;
      function clear(name: string): Promise<boolean>;
      const onAlarm: Event<(alarm: { name: string }) => void>;
    }

    namespace runtime {
      interface MessageSender {
        id?: string;
        origin?: string;
      }
      interface Port {
        name: string;
        sender?: MessageSender;
        postMessage(message: unknown): void;
        disconnect(): void;
        onMessage: { addListener<Message>(listener: (message: Message) => void): void };
        onDisconnect: Event<() => void>;
      }
      const id: string;
      const lastError: { message?: string } | undefined;
      function connect(info: { name: string }): Port;
      function connectNative(application: string): Port;
      function sendMessage<Answer>(message: unknown): Promise<Answer>;
      const onConnect: Event<(port: Port) => void>;
      const onInstalled: Event<() => void>;
      const onStartup: Event<() => void>;
      /** `true` says that the answer comes later. */
      const onMessage: {
        addListener<Message>(listener: (message: Message, sender: MessageSender, answer: (message: unknown) => void) => true | void): void;
      };
    }

    namespace storage {
      interface StorageArea {
        /** What this extension itself has put there. */
        get<Items extends object>(keys: string | string[]): Promise<Items>;
        set(items: object): Promise<void>;
        onChanged: Event<() => void>;
      }
      const session: StorageArea;
    }

    namespace tabs {
      function query(info: { active: boolean }): Promise<{ id?: number }[]>;
      function sendMessage(id: number, message: unknown): Promise<unknown>;
    }

    namespace webAuthenticationProxy {
      interface Request {
        requestId: number;
        requestDetailsJson: string;
      }
      type Response = { requestId: number } & ({ responseJson: string } | { error: { name: string; message: string } });
      /** An error's text, as the reference says. */
      function attach(): Promise<string | undefined>;
      function detach(): Promise<string | undefined>;
      function completeCreateRequest(response: Response): Promise<void>;
      function completeGetRequest(response: Response): Promise<void>;
      function completeIsUvpaaRequest(response: { requestId: number; isUvpaa: boolean }): Promise<void>;
      const onCreateRequest: Event<(request: Request) => void>;
      const onGetRequest: Event<(request: Request) => void>;
      const onIsUvpaaRequest: Event<(request: { requestId: number }) => void>;
      const onRequestCanceled: Event<(requestId: number) => void>;
    }

    namespace windows {
      interface CreateData {
        url: string;
        type: "popup";
        focused: boolean;
        width: number;
        height: number;
      }
      function create(data: CreateData): Promise<{ id?: number } | undefined>;
      function update(id: number, changes: { focused: boolean }): Promise<unknown>;
      function remove(id: number): Promise<void>;
    }
  }
}
