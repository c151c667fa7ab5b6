/** Shares a file by the system's share sheet. */

export const canShareFile = (file: File): boolean => navigator.canShare?.({ files: [file] }) === true;

/** Opens the share sheet, which browsers allow only after a recent press. `closed`: the visitor chose no program. */
export async function shareFile(file: File): Promise<'shared' | 'closed' | 'refused'> {
  if (!canShareFile(file)) return 'refused';
  try {
    await navigator.share({ files: [file] });
    return 'shared';
  } catch (error) {
    return (error as Error).name === 'AbortError' ? 'closed' : 'refused';
  }
}
