/** Returns the square index that a key moves to on a board of `size`, or null if it is not a grid navigation key. */
export function gridTarget(key: string, ctrl: boolean, index: number, size: number): number | null {
  const row = Math.floor(index / size);
  const column = index % size;
  switch (key) {
    case 'ArrowLeft':
      return row * size + Math.max(0, column - 1);
    case 'ArrowRight':
      return row * size + Math.min(size - 1, column + 1);
    case 'ArrowUp':
      return Math.max(0, row - 1) * size + column;
    case 'ArrowDown':
      return Math.min(size - 1, row + 1) * size + column;
    case 'Home':
      return ctrl ? 0 : row * size;
    case 'End':
      return ctrl ? size * size - 1 : row * size + size - 1;
    default:
      return null;
  }
}
