#include <gtest/gtest.h>

#include <QApplication>
#include <QFont>

// The tests need no screen and no installed font: what Windows brings stands in by a font that Debian has.
int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
