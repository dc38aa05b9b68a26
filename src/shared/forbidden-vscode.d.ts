// The engine knows no editor: inside it, `import "vscode"` resolves to this file, which is no module, and fails
// the type check. (`"types": []` would not stop it: @types/vscode is found by its name.)
