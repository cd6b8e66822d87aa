/** Content types of TLS records (RFC 8446, 5.1): change cipher spec, alert, handshake. Application data is 23. */
const FIRST_HANDSHAKE_TYPE = 20;
const LAST_HANDSHAKE_TYPE = 22;
/** The most that a TLS 1.2 record may carry (RFC 5246, 6.2.3); TLS 1.3 allows less. */
const MAX_RECORD_BYTES = 2 ** 14 + 2048;
const HEADER_BYTES = 5;

/**
 * Watches what a client sends up one tunnel. Answers for each chunk, in order, whether everything so far was certainly only
 * TLS handshake; false once anything else went up, and ever after. Whatever is odd counts as something else: by this
 * answer a request may be taken for *not sent*, so it has to err on the side of sent. (In TLS 1.3 the end of the
 * client's handshake travels as application data, and counts as such.)
 */
export function watchTlsHandshake(): (chunk: Buffer) => boolean {
  let headerRead = 0;
  let bodyLeft = 0;
  let onlyHandshake = true;

  function readHeader(byte: number): boolean {
    headerRead += 1;
    switch (headerRead) {
      case 1:
        return byte >= FIRST_HANDSHAKE_TYPE && byte <= LAST_HANDSHAKE_TYPE;
      case 2:
        return byte === 3;
      case 3:
        return byte <= 4;
      case 4:
        bodyLeft = byte * 256;
        return true;
      default:
        bodyLeft += byte;
        return bodyLeft > 0 && bodyLeft <= MAX_RECORD_BYTES;
    }
  }

  return (chunk) => {
    let at = 0;
    while (onlyHandshake && at < chunk.length) {
      if (headerRead < HEADER_BYTES) {
        onlyHandshake = readHeader(chunk.readUInt8(at));
        at += 1;
      } else {
        const skipped = Math.min(bodyLeft, chunk.length - at);
        at += skipped;
        bodyLeft -= skipped;
        if (bodyLeft === 0) headerRead = 0;
      }
    }
    return onlyHandshake;
  };
}
