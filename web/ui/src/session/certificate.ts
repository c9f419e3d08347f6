/** The certificate that the pages share: “Prove it” makes it, and Learn walks through it. */
export interface CertificateFile {
  readonly name: string;
  readonly file: Uint8Array<ArrayBuffer>;
}

let shared: CertificateFile | null = null;

export const shareCertificate = (certificate: CertificateFile): void => {
  shared = certificate;
};

export const sharedCertificate = (): CertificateFile | null => shared;
