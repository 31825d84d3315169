import { fileURLToPath } from 'node:url';

const regular = fontPath('400Regular/Geist_400Regular.ttf');
const bold = fontPath('600SemiBold/Geist_600SemiBold.ttf');

function fontPath(name: string): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/geist/${name}`));
}

/** Gives a document its fonts: the product's for words, standard ones for figures, which are set many times faster. */
export function registerFonts(document: PDFKit.PDFDocument): void {
  document.registerFont('regular', regular).registerFont('bold', bold);
  document.registerFont('figures', 'Helvetica').registerFont('bold figures', 'Helvetica-Bold');
}

/** Bytes of a document once it has ended. */
export function bytesOf(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}
