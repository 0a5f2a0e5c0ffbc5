import { exportedCell, type Sheet } from '../sheet.ts';
import { type ZipEntry, zip } from './zip.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Office programs refuse longer names of sheets, and these characters in them. */
const LONGEST_NAME = 31;
const FORBIDDEN_IN_NAMES = /[[\]:*?/\\']/g;

/** A workbook with a sheet for each table, its head in bold and held in place. */
export function toXlsx(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const numbered = sheets.map((sheet, at) => ({ sheet, id: at + 1 }));
  const names = sheetNames(sheets);
  const entries: ZipEntry[] = [
    {
      name: '[Content_Types].xml',
      text: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${numbered.map(({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    },
    {
      name: '_rels/.rels',
      text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbered.map(({ id }) => `<sheet name="${xmlText(names[id - 1] ?? '')}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbered.map(({ id }) => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      text: `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0" xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
    },
    ...numbered.map(({ sheet, id }) => ({ name: `xl/worksheets/sheet${id}.xml`, text: worksheet(sheet) })),
  ];
  return zip(entries);
}

function worksheet({ columns, rows }: Sheet): string {
  const widths = columns
    .map(
      ({ wide }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${wide === true ? 32 : 18}" customWidth="1"/>`,
    )
    .join('');
  const head = columns.map(({ title }, at) => cell(title, at, 1, 1)).join('');
  const body = rows.map((row, index) => {
    const cells = columns.map(({ kind }, at) => cell(exportedCell(kind, row[at] ?? null), at, index + 2, 0));
    return `<row r="${index + 2}">${cells.join('')}</row>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row r="1">${head}</row>${body.join('')}</sheetData></worksheet>`;
}

/** A text is stored as a text, so that nothing in it is ever a formula. */
function cell(value: string | number, column: number, row: number, style: number): string {
  const place = `r="${columnName(column)}${row}"`;
  if (typeof value === 'number') return `<c ${place} s="${style}"><v>${value}</v></c>`;
  if (value === '') return '';
  return `<c ${place} s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`;
}

/** A, B, ... Z, AA, AB, ... */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

function sheetNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }, at) => {
    const plain = name.replaceAll(FORBIDDEN_IN_NAMES, ' ').trim().slice(0, LONGEST_NAME) || `${at + 1}`;
    const unique = taken.has(plain) ? `${plain.slice(0, LONGEST_NAME - 4)} ${at + 1}` : plain;
    taken.add(unique);
    return unique;
  });
}

/** XML knows no control characters and no halves of a character, not even escaped ones. */
function xmlText(text: string): string {
  return [...text.toWellFormed()]
    .filter((char) => char >= ' ' || char === '\n' || char === '\t')
    .filter((char) => char !== '\ufffe' && char !== '\uffff')
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
